// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// One random program; see ``OfflineProgramTests``.
final class OfflineProgram {
    private enum Step: CaseIterable {
        case perform, connect, cancel, retry, takeBack, cancelAll, save, wait, settle, pull, stream, open, close,
            makeAnew
        case fail, fillDisk, hour, crash, cut, end, forget, recall
        case copyList, restoreList, damageList, copyLog, restoreLog, removeLog

        static let all =
            allCases + [.perform, .perform, .perform, .perform, .perform, .wait, .wait, .wait, .settle, .pull, .pull]
            + [
                .stream, .stream, .save, .save, .retry, .crash, .crash, .open, .cut, .takeBack, .perform, .settle,
                .copyList,
            ]
            + [.restoreList, .settle, .pull, .wait]
    }

    /// The events that programs have to contain.
    static let events = [
        "sent", "sent again", "rejected", "rejected again", "cancelled", "unreadable", "followed", "crash", "cut",
        "late list", "late outbox", "nil", "anew", "cleared", "taken back", "pulled", "streamed", "fresh", "stale",
        "list restored", "list damaged", "log restored", "log removed", "settled", "hour",
    ]

    let schedule: Schedule
    private let world: TestWorld
    let disk: TestStorage
    let listDisk: FullStorage
    let server: TwoListsServer
    let coder = TwoListsCoder()
    /// The number of calls of the disk at which the power is cut.
    let lastCall = Lock<Int?>(nil)
    var test: TestStore<TwoListsAction, TwoLists>?
    private var files: TwoListsWorld?
    private var number = 0
    var copies: [String: [[UInt8]?]] = [:]
    private var seen: Set<OutboxID> = []
    /// The entries that were cancelled or taken back, so that the lists don't know the ids of late results.
    private var ended: Set<OutboxID> = []
    /// The lists that have lost ids that they had applied.
    var forgetful: Set<TwoLists.ListName> = []
    /// The lists that have to be pulled although they are not stale, since the log was replaced by a copy.
    ///
    /// No number tells that an entry is missing in the copy that was sent without an outcome.
    var unsure: Set<TwoLists.ListName> = []
    var told: Set<OutboxID> = []
    /// Whether the log was removed while this process used it, which the next one may find out.
    var wasLogRemoved = false
    private(set) var counts: [String: Int] = [:]

    init(_ schedule: Schedule) {
        self.schedule = schedule
        world = TestWorld(schedule: schedule)
        let disk = TestStorage(in: world)
        self.disk = disk
        listDisk = FullStorage(disk: disk)
        server = TwoListsServer(schedule, world.clock) { [lastCall] in
            lastCall.withLock { $0.map { disk.callNames.count >= $0 } ?? false }
        }
    }

    func count(_ event: String, _ number: Int = 1) { counts[event, default: 0] += number }

    // MARK: Processes

    func path(_ name: TwoLists.ListName) -> String { "folder/\(name)" }
    let logPath = "log/outbox"

    /// Loads a value, from a working disk if that fails.
    private func load<Value>(_ body: () throws -> Value?) throws -> Value? {
        if let value = try? body() { return value }
        disk.failCalls(count: 0, with: 0)
        // Damaged files are put aside at the first attempt.
        if let value = try? body() { return value }
        return try body()
    }

    func launch() throws -> TestStore<TwoListsAction, TwoLists> {
        if let test { return test }
        wasLogRemoved = false
        let files = TwoListsWorld(
            a: StateFile(at: path(.a), storage: listDisk),
            b: StateFile(at: path(.b), storage: listDisk),
            outbox: OutboxFile(at: logPath, storage: disk, coder: coder),
            send: { [server] in try await server.send($0, $1) },
            pull: { [server] in try await server.pull($0) }
        )
        var app = TwoLists(isOnline: !schedule.bool("is offline"))
        if schedule.int(in: 0...3, "list a is late") < 3 {
            app.a = try load { try files.a.load() } ?? newList(.a)
        } else {
            forgetful.insert(.a)
            count("late list")
        }
        app.b = try load { try files.b.load() } ?? newList(.b)
        if schedule.int(in: 0...3, "the outbox is late") == 3 {
            count("late outbox")
        } else {
            app.outbox = try load { try files.outbox.load() } ?? Outbox()
        }
        for name in TwoLists.ListName.allCases { app.resume(name, app.outbox.backlog) }
        let test = TestStore(
            initialState: app,
            feature: TwoLists.app,
            dependencies: files,
            checks: .onlyWhatIsSaid,
            in: world
        )
        (self.test, self.files) = (test, files)
        return test
    }

    private func newList(_ name: TwoLists.ListName) -> TwoLists.List {
        forgetful.insert(name)
        return TwoLists.List(TwoLists.Contents())
    }

    /// Ends the process.
    func endProcess(_ body: (TestStore<TwoListsAction, TwoLists>) -> Void) {
        guard let test else { return }
        disk.failCalls(count: 0, with: 0)
        setFull(false)
        note(test)
        body(test)
        (self.test, files) = (nil, nil)
        lastCall.withLock { $0 = nil }
    }

    func crash() { endProcess { $0.kill() } }

    private func note(_ test: TestStore<TwoListsAction, TwoLists>) {
        var here: Set<OutboxID> = []
        for action in test.actions.compactMap({ TwoListsAction.outbox.extract($0.action) }) {
            switch action {
            case .sent(let id, _): count(seen.insert(id).inserted ? "sent" : "sent again")
            case .rejected(let id, _):
                count(told.insert(id).inserted || !here.insert(id).inserted ? "rejected" : "rejected again")
                here.insert(id)
            case .cancelled: count("cancelled")
            case .unreadable: count("unreadable")
            default: break
            }
        }
    }

    // MARK: Steps

    private func someID(_ test: TestStore<TwoListsAction, TwoLists>) -> OutboxID? {
        let outbox = test.state.outbox
        let ids = outbox.entries.map(\.id) + outbox.unreadable.map(\.id)
        return ids.isEmpty ? nil : schedule.element(of: ids, "entry")
    }

    func someList() -> TwoLists.ListName { schedule.element(of: TwoLists.ListName.allCases.reversed(), "list") }

    func perform(_ test: TestStore<TwoListsAction, TwoLists>) {
        number += 1
        let row = TwoLists.Row(number: number, lane: schedule.element(of: ["x", "y"], "lane"))
        let isFollowed = schedule.int(in: 0...3, "is followed") == 3
        if isFollowed { count("followed") }
        test.send(.perform(TwoLists.Job(list: someList(), row: row, isFollowed: isFollowed)))
    }

    func step() throws {
        let test = try launch()
        switch schedule.element(of: Step.all, "step") {
        case .perform: perform(test)
        case .connect: test.send(.connect(schedule.bool("is online")))
        case .save: test.send(.save)
        case .wait: test.advance(by: .milliseconds(schedule.int(in: 1...14, "wait") * 50))
        case .settle:
            count("settled")
            try settle(test)
            if schedule.bool("lists are pulled") { try pull(test) }
        case .pull:
            count("pulled")
            test.send(.pull(someList()))
        case .stream: stream(test)
        case .cancel: if let id = someID(test) { cancel(id, test) }
        case .retry: if let id = someID(test) { test.send(.retry(id)) }
        case .takeBack: takeBack(test)
        case .cancelAll: clear(test)
        case .open: try open(test)
        case .close: close(test)
        case .makeAnew: makeAnew(test)
        case .fail: fail(with: schedule.element(of: [EIO, ENOSPC], "error"))
        case .fillDisk: setFull(schedule.bool("is full"))
        case .hour:
            count("hour")
            setFull(true)
            perform(test)
            test.advance(by: .seconds(3_600))
        case .crash:
            count("crash")
            crash()
        case .cut: cut(test)
        case .end: endProcess { $0.finishProgram() }
        case .forget: if number > 0 { forget() }
        case .recall: coder.unknown.withLock { $0 = [] }
        case .copyList: for name in TwoLists.ListName.allCases { copy(path(name)) }
        case .restoreList: try restoreList()
        case .damageList: try damageList()
        case .copyLog: copy(logPath)
        case .restoreLog: try restoreLog()
        case .removeLog: try removeLog()
        }
    }

    private func stream(_ test: TestStore<TwoListsAction, TwoLists>) {
        let name = someList()
        for (id, row) in server.takeResults(name) where test.state[name] != nil {
            count("streamed")
            let isKnown = !ended.contains(id) && !forgetful.contains(name)
            test.send(.streamed(name, id, isKnown ? .add(row) : .addOnce(row)))
        }
    }

    private func cancel(_ id: OutboxID, _ test: TestStore<TwoListsAction, TwoLists>) {
        ended.insert(id)
        test.send(.cancel(id))
    }

    private func takeBack(_ test: TestStore<TwoListsAction, TwoLists>) {
        guard let id = someID(test) else { return }
        count("taken back")
        ended.insert(id)
        test.send(.takeBack(id, isCancelled: schedule.bool("is cancelled too")))
    }

    private func clear(_ test: TestStore<TwoListsAction, TwoLists>) {
        guard schedule.int(in: 0...2, "really") == 0 else { return }
        count("cleared")
        for name in TwoLists.ListName.allCases { forgetful.insert(name) }
        test.send(.cancelAll)
    }

    func open(_ test: TestStore<TwoListsAction, TwoLists>) throws {
        guard test.state.a == nil, let files else { return }
        test.send(.opened(try load { try files.a.load() }))
    }

    private func close(_ test: TestStore<TwoListsAction, TwoLists>) {
        guard test.state.a != nil else { return }
        count("nil")
        forgetful.insert(.a)
        test.send(.closed)
    }

    private func makeAnew(_ test: TestStore<TwoListsAction, TwoLists>) {
        let name = someList()
        guard test.state[name] != nil else { return }
        count("anew")
        forgetful.insert(name)
        test.send(.madeAnew(name))
    }

    private func forget() {
        let number = schedule.int(in: 1...number, "unknown job")
        // An app loses the form of a job with its next version.
        crash()
        coder.unknown.withLock { $0 = [number, -number] }
    }
}

extension TestStore {
    func finishProgram() {
        skipActions()
        skipRuns()
        finish()
    }
}
