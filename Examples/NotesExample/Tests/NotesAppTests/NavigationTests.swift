// SPDX-License-Identifier: MIT

import ConnectionFeature
import ListFeature
import NoteFeature
import Notes
import NotesApp
import NotesServer
import OutboxFeature
import OutboxMiddleware
import PersistenceMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
import RexTesting
import SessionFeature
import SettingsFeature
import Terminal
import Testing

/// The presentations of a session, and the session itself.
struct NavigationTests {
    private let storage = TestStorage()

    private func launch(
        _ server: NotesServer = .none,
        edit: @escaping @Sendable (Draft, TestClock) async throws -> String = { draft, _ in draft.text }
    ) throws -> TestStore<AppAction, AppState> {
        let files = Files(in: "notes", storage: storage)
        var state = try files.load(Connection(hasServer: true, needsNetwork: false))
        for note in [Note(name: "milk", text: "cold"), Note(name: "tea", text: "hot")] {
            state.pending.library.take(.server(.write(note)))
        }
        let world = TestWorld()
        let clock = world.clock
        let drafts = DraftDependencies(edit: { try await edit($0, clock) })
        return TestStore(
            initialState: state,
            feature: app,
            dependencies: World(server: server, files: files, drafts: drafts),
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    @Test func doublePressOpensOneNote() throws {
        let test = try launch()
        let open = try #require(Key.right.meaning(in: test.state))
        test.press(.down)
        let openOther = try #require(Key.right.meaning(in: test.state))
        for action in [open, open, openOther] { test.send(action) }
        #expect(test.state.openNote?.name == "milk")
        #expect(test.state.session.value?.note.id == 1)
        test.kill()
    }

    @Test func secondPressThatClosesANoteDoesNotCloseTheNextOne() throws {
        let test = try launch()
        test.type("\r")
        let close = try #require(Key.escape.meaning(in: test.state))
        test.send(close)
        test.press(.right)
        test.sendLate(close)
        #expect(test.state.openNote?.name == "milk")
        test.kill()
    }

    /// The first editor returns its text although it is cancelled.
    @Test func textOfAClosedNoteDoesNotBecomeThatOfTheNextOne() throws {
        let test = try launch { draft, clock in
            guard draft.name == "milk" else { return draft.text }
            try? await clock.sleep(for: .seconds(10))
            return "late"
        }
        test.type("\re")
        test.send(.session(.presented(1, .note(.dismissed(1)))))
        test.press(.down)
        test.type("\r")
        test.sendLate(.session(.presented(1, .note(.presented(1, .editing(.answered("late")))))))
        test.advance(by: .seconds(10))
        #expect(test.state.openNote?.name == "tea")
        #expect(test.state.openNote?.editing.output == nil)
        #expect(test.state.pending.library.shown.notes.mapValues(\.text) == ["milk": "cold", "tea": "hot"])
        // The text is in the file of the draft.
        #expect(test.state.drafts.left.keys.sorted() == ["milk"])
        #expect(test.state.status.contains("unfinished: 'milk'"))
        test.kill()
    }

    @Test func logOutEndsThePresentationsAndTheEffectsOfTheSession() async throws {
        let calls = Calls()
        var server = NotesServer.none
        server.list = {
            await calls.add("list")
            return []
        }
        server.read = { _ in nil }
        server.write = { _, _, _ in await calls.add("write") }
        let test = try launch(server)
        test.send(.connection(.active(true)))
        test.advance(by: .seconds(31))
        #expect(await calls.take() == ["list", "list"])
        test.type("nbread\r")
        test.advance(by: .seconds(1))
        #expect(await calls.take().contains("write"))

        test.send(.session(.dismissed(1)))
        #expect(test.state.session.isEmpty)
        #expect(test.state.rows.first?.text == "Logged out")
        test.send(.library(.write(name: "tea", text: "warm", over: "hot")))
        test.type("nds/1")
        test.advance(by: .seconds(120))
        #expect(await calls.take() == [])
        #expect(test.state.pending.outbox.entries.map(\.phase) == [.waiting])
        test.sendLate(.session(.presented(1, .list(.folder(.answered([]))))))

        test.type("\r")
        #expect(test.state.session.id == 2)
        #expect(test.state.openNote == nil)
        test.sendLate(.session(.presented(1, .list(.folder(.answered([]))))))
        test.advance(by: .seconds(1))
        #expect(await calls.take().contains("write"))
        #expect(test.state.pending.outbox.isEmpty)
        test.kill()
    }

    /// The answer of the first session's request comes after the log-in.
    @Test func answerForASessionThatHasEndedIsNotThatOfTheNextOne() throws {
        let test = try launch(ModelServer().server)
        test.press(.character("Q"))
        test.type("\r")
        #expect(test.state.session.id == 2)
        test.sendLate(.session(.presented(1, .list(.folder(.failed(RequestFailure("late")))))))
        #expect(test.state.connection.failure == nil)
        test.kill()
    }

    /// Delivers a change over a text that another client has replaced.
    private func launchWithConflict(_ server: ModelServer) async throws -> TestStore<AppAction, AppState> {
        let test = try launch(server.server)
        await server.set("tea", "theirs")
        test.send(.connection(.active(false)))
        test.send(.library(.write(name: "tea", text: "ours", over: "hot")))
        test.advance(by: .milliseconds(500))
        test.send(.connection(.active(true)))
        test.advance(by: .seconds(1))
        return test
    }

    @Test func choiceEndsTheConflictAndIsProcessedOnce() async throws {
        let test = try await launchWithConflict(ModelServer(["tea": "hot"]))
        let conflict = try #require(test.state.session.value?.conflict.presentation)
        #expect(test.state.status.contains("'tea' was changed elsewhere; your text is in 'tea (conflict "))
        #expect(test.state.status.hasSuffix("(1: open yours, 2: close)"))
        let choose = try #require(Key.character("1").meaning(in: test.state))
        test.send(choose)
        test.sendLate(choose)
        test.press(.character("1"))
        #expect(test.actions.count { $0.action.inSession?.chosen != nil } == 1)
        #expect(test.state.session.value?.conflict.isEmpty == true)
        #expect(test.state.openNote.map { conflict.value.title.contains("'\($0.name)'") } == true)
        #expect(test.state.session.value?.note.id == 1)
        test.kill()
    }

    @Test func choiceForAConflictThatWasReplacedOpensNothing() async throws {
        let server = ModelServer(["tea": "hot", "milk": "cold"])
        let test = try await launchWithConflict(server)
        let choose = try #require(Key.character("1").meaning(in: test.state))
        await server.set("milk", "theirs")
        test.send(.library(.write(name: "milk", text: "ours", over: "cold")))
        test.advance(by: .seconds(1))
        #expect(test.state.session.value?.conflict.id == 2)
        test.sendLate(choose)
        #expect(test.state.openNote == nil)
        test.press(.character("2"))
        #expect(test.state.session.value?.conflict.isEmpty == true)
        #expect(test.state.openNote == nil)
        test.kill()
    }

    @Test(arguments: [("so\r", true), ("so\u{1b}", false), ("soq", false), ("soo\r", false)])
    func settingsAreTakenWithEnterAlone(keys: String, isByTitle: Bool) throws {
        let test = try launch()
        test.type(keys)
        #expect(test.state.session.value?.settings.isEmpty == true)
        #expect(test.state.settings.order == (isByTitle ? .byTitle : .byName))
        test.advance(by: .milliseconds(500))
        let saved = try storage.read("notes/settings.state").map { String(decoding: $0, as: UTF8.self) }
        #expect(saved?.contains("byTitle") ?? false == isByTitle)
        test.kill()
    }
}

/// The calls of a server.
private actor Calls {
    private var names: [String] = []

    func add(_ name: String) { names.append(name) }

    func take() -> [String] {
        defer { names = [] }
        return names
    }
}
