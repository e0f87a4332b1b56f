// SPDX-License-Identifier: MIT

import ConnectionFeature
import Foundation
import ListFeature
import NoteFeature
import Notes
import NotesApp
import NotesServer
import OutboxFeature
import OutboxMiddleware
import PersistenceMiddleware
import RexNavigation
import RexTesting
import SessionFeature
import Testing

/// Random programs: two clients change, delete and restore notes, log out and in, are killed with
/// unsynced data, and use a server that is sometimes unreachable or rejects changes.
///
/// A change may be based on a text that the client has seen long before.
struct ProgramTests {
    static let programs: Int = {
        if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number }
        #if DEBUG
        return 100
        #else
        return 10_000
        #endif
    }()

    @Test func eachSavedChangeIsOnTheServerOrInAConflictOnce() async throws {
        try await exploreSchedules(Self.programs) { schedule in
            var program = Program(schedule)
            for _ in 0..<schedule.int(in: 3...14, "steps") { try await program.step() }
            try await program.end()
        }
    }
}

private typealias AppTest = TestStore<AppAction, AppState>

private struct Program {
    let schedule: Schedule
    let world: TestWorld
    let server: ModelServer
    let disks: [TestStorage]
    var clients: [AppTest] = []
    var (kept, deleted): (Set<Substring>, Set<Substring>) = ([], [])
    /// The restored texts.
    ///
    /// Two users may restore the same text.
    var putBack: Set<String> = []
    var changes = 0
    /// The drafts of the clients.
    var drafts: [Draft?] = [nil, nil]

    init(_ schedule: Schedule) {
        self.schedule = schedule
        world = TestWorld(schedule: schedule)
        server = ModelServer { schedule.chance(0.1, "the answer is lost") }
        disks = (0..<2).map { _ in TestStorage(schedule: schedule) }
    }

    private func launch(_ number: Int) throws -> AppTest {
        let files = Files(in: "notes", storage: disks[number])
        let test = AppTest(
            initialState: try files.load(Connection(hasServer: true, needsNetwork: false)),
            feature: app,
            dependencies: World(server: server.server, files: files),
            checks: .onlyWhatIsSaid,
            in: world
        )
        test.send(.connection(.active(true)))
        return test
    }

    mutating func step() async throws {
        if clients.isEmpty { clients = [try launch(0), try launch(1)] }
        let number = schedule.int(in: 0...1, "client")
        let test = clients[number]
        switch schedule.int(in: 0...12, "step") {
        case 0...4: write(number)
        case 5: delete(in: test)
        case 6:
            if let deleted = test.state.session.value?.deleted { putBack.insert(deleted.note.text) }
            test.send(.library(.undo))
        case 7:
            test.kill()
            disks[number].kill()
            drafts[number] = nil
            clients[number] = try launch(number)
        case 8: await server.set(isAway: schedule.bool("away"))
        case 9: await server.set(isDenied: schedule.bool("denied"))
        case 10: drop(in: test)
        case 11: test.send(test.state.session.id.map { .session(.dismissed($0)) } ?? .logIn)
        default: test.advance(by: .seconds(schedule.int(in: 0...40, "seconds")))
        }
    }

    private mutating func write(_ number: Int) {
        let test = clients[number]
        guard let draft = drafts[number] else {
            let name = schedule.element(of: ["tea", "milk"], "note")
            test.send(.library(.create(name: name)))
            let text = test.state.pending.library.shown[name]?.text ?? ""
            drafts[number] = Draft(name: name, text: text)
            return schedule.bool("is edited at once") ? write(number) : ()
        }
        drafts[number] = nil
        changes += 1
        let text = draft.text.isEmpty ? "\(changes)" : "\(draft.text) \(changes)"
        test.send(.library(.write(name: draft.name, text: text, over: draft.text)))
        guard schedule.bool("is waited for") else { return }
        test.expect { app in app.pending.outbox.entries.allSatisfy { $0.phase != .saving } }
        kept.insert("\(changes)")
    }

    private mutating func delete(in test: AppTest) {
        guard let note = test.state.current else { return }
        deleted.formUnion(note.text.split(separator: " "))
        test.send(.library(.delete(name: note.name)))
    }

    private mutating func drop(in test: AppTest) {
        guard let note = test.state.current else { return }
        deleted.formUnion(note.text.split(separator: " "))
        test.send(.library(.drop))
    }

    mutating func end() async throws {
        await server.set(isAway: false)
        await server.set(isDenied: false)
        if clients.isEmpty { clients = [try launch(0), try launch(1)] }
        for test in clients { test.send(.logIn) }
        for _ in 0..<20 where clients.contains(where: { !$0.state.pending.outbox.isEmpty }) {
            for test in clients {
                test.send(.library(.retry))
                test.advance(by: .seconds(31))
            }
        }
        for test in clients { test.advance(by: .seconds(62)) }
        let texts = await server.texts
        for test in clients {
            test.expect(test.state.pending.outbox.isEmpty)
            test.expect(test.state.pending.library.shown.notes.mapValues(\.text) == texts)
        }
        let present = Set(texts.values.flatMap { $0.split(separator: " ") })
        clients[0].expect(kept.subtracting(deleted).subtracting(present).isEmpty)
        let once = texts.values.filter { !putBack.contains($0) && !$0.isEmpty }
        clients[0].expect(Set(once).count == once.count)
        for test in clients { test.kill() }
    }
}
