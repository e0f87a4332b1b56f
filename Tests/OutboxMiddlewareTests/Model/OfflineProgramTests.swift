// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Random programs of ``TwoLists`` on a disk that fails, decays, loses power and is restored from backups.
///
/// There is no model. Whenever everything was sent, a list that is not stale shows the rows of the server,
/// and so does a stale one after a single pull.
@Suite struct OfflineProgramTests {
    @Test func eachListShowsTheServersRowsOrIsStale() {
        let counts = Lock<[String: Int]>([:])
        let programCount = max(100, programCount / 3)
        exploreSchedules(programCount) { schedule in
            let program = OfflineProgram(schedule)
            for _ in 0..<schedule.int(in: 1...20, "steps") { try program.step() }
            try program.end()
            let found = program.counts
            counts.withLock { $0.merge(found, uniquingKeysWith: +) }
        }
        let found = counts.withLock { $0 }
        // An event that never occurred was not tested.
        let rare = OfflineProgram.events.filter { found[$0] ?? 0 < max(1, programCount / 1_000) }
        #expect(rare.isEmpty, "\(found)")
    }
}

private final class OfflineProgram {
    private enum Step: CaseIterable {
        case perform, connect, cancel, retry, takeBack, cancelAll, save, wait, settle, pull, stream, open, close, makeAnew
        case fail, fillDisk, hour, crash, cut, end, forget, recall
        case copyList, restoreList, damageList, copyLog, restoreLog, removeLog

        static let all =
            allCases + [.perform, .perform, .perform, .perform, .perform, .wait, .wait, .wait, .settle, .pull, .pull]
            + [.stream, .stream, .save, .save, .retry, .crash, .crash, .open, .cut, .takeBack, .perform, .settle, .copyList]
            + [.restoreList, .settle, .pull, .wait]
    }

    /// The events that programs have to contain.
    static let events = [
        "sent", "sent again", "rejected", "rejected again", "cancelled", "unreadable", "followed", "crash", "cut",
        "late list", "late outbox", "nil", "anew", "cleared", "taken back", "pulled", "streamed", "fresh", "stale",
        "list restored", "list damaged", "log restored", "log removed", "settled", "hour",
    ]

    private let schedule: Schedule
    private let world: TestWorld
    private let disk: TestStorage
    private let listDisk: FullStorage
    private let server: TwoListsServer
    private let coder = TwoListsCoder()
    /// The number of calls of the disk at which the power is cut.
    private let lastCall = Lock<Int?>(nil)
    private var test: TestStore<TwoListsAction, TwoLists>?
    private var files: TwoListsWorld?
    private var number = 0
    private var copies: [String: [[UInt8]?]] = [:]
    private var seen: Set<OutboxID> = []
    /// The entries that were cancelled or taken back, so that the lists don't know the ids of late results.
    private var ended: Set<OutboxID> = []
    /// The lists that have lost ids that they had applied.
    private var forgetful: Set<TwoLists.ListName> = []
    private var told: Set<OutboxID> = []
    /// Whether the log was removed while this process used it, which the next one may find out.
    private var wasLogRemoved = false
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

    private func count(_ event: String, _ number: Int = 1) { counts[event, default: 0] += number }

    // MARK: Processes

    private func path(_ name: TwoLists.ListName) -> String { "folder/\(name)" }
    private let logPath = "log/outbox"

    /// Loads a value, from a working disk if that fails.
    private func load<Value>(_ body: () throws -> Value?) throws -> Value? {
        if let value = try? body() { return value }
        disk.failCalls(count: 0, with: 0)
        // Damaged files are put aside at the first attempt.
        if let value = try? body() { return value }
        return try body()
    }

    private func launch() throws -> TestStore<TwoListsAction, TwoLists> {
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
    private func endProcess(_ body: (TestStore<TwoListsAction, TwoLists>) -> Void) {
        guard let test else { return }
        disk.failCalls(count: 0, with: 0)
        setFull(false)
        note(test)
        body(test)
        (self.test, files) = (nil, nil)
        lastCall.withLock { $0 = nil }
    }

    private func crash() { endProcess { $0.kill() } }

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

    private func someList() -> TwoLists.ListName { schedule.element(of: TwoLists.ListName.allCases.reversed(), "list") }

    private func perform(_ test: TestStore<TwoListsAction, TwoLists>) {
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
        case .end: endProcess { $0.finishAtOnce() }
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

    private func open(_ test: TestStore<TwoListsAction, TwoLists>) throws {
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
        coder.unknown.withLock { $0 = [number, -number] }
    }

    // MARK: Disk

    private func setFull(_ isFull: Bool) {
        listDisk.fullPaths.withLock { $0 = isFull ? Set(TwoLists.ListName.allCases.map(path)) : [] }
    }

    private func fail(with error: Int32) {
        disk.failCalls(
            after: schedule.int(in: 0...12, "calls before"),
            count: schedule.int(in: 1...30, "calls that fail"),
            takingEffect: schedule.bool("after the effect"),
            with: error
        )
    }

    private func cut(_ test: TestStore<TwoListsAction, TwoLists>) {
        count("cut")
        let calls = schedule.int(in: 0...30, "calls before")
        lastCall.withLock { $0 = disk.callNames.count + calls }
        disk.cutPower(after: calls)
        perform(test)
        test.advance(by: .milliseconds(700))
        test.send(.save)
        crash()
    }

    private func paths(_ path: String) -> [String] { [path, path + ".previous"] }

    private func copy(_ path: String) {
        copies[path] = (try? paths(path).map { try disk.read($0) }) ?? copies[path]
    }

    /// Replaces files by an older copy, while no process runs.
    private func restore(_ path: String) throws -> Bool {
        guard let copy = copies[path], copy[0] != nil else { return false }
        crash()
        for (path, bytes) in zip(paths(path), copy) {
            if let bytes { try disk.write(bytes, to: path, keepingOldAs: nil) } else { try disk.remove(path) }
        }
        return true
    }

    private func restoreList() throws {
        let name = someList()
        guard try restore(path(name)) else { return }
        count("list restored")
        forgetful.insert(name)
    }

    private func damageList() throws {
        let name = someList()
        crash()
        guard let bytes = try disk.read(path(name)), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
        count("list damaged")
        forgetful.insert(name)
        disk.flipBit(schedule.int(in: 0...7, "bit"), ofByte: end + 1, in: path(name))
    }

    private func restoreLog() throws {
        guard try restore(logPath) else { return }
        count("log restored")
    }

    private func removeLog() throws {
        if schedule.bool("while it is not used") { crash() }
        wasLogRemoved = test != nil
        count("log removed")
        disk.removeFolder("log")
    }

    // MARK: Claims

    /// Lets the disk work until nothing is left to do.
    private func settle(_ test: TestStore<TwoListsAction, TwoLists>) throws {
        disk.failCalls(count: 0, with: 0)
        setFull(false)
        test.send(.connect(true))
        test.run()
        for name in TwoLists.ListName.allCases { try check(name, test.state, isPulled: false) }
    }

    /// Pulls the lists that are stale, once.
    private func pull(_ test: TestStore<TwoListsAction, TwoLists>) throws {
        for name in TwoLists.ListName.allCases {
            guard let list = test.state[name] else { continue }
            count(list.isStale ? "stale" : "fresh")
            if list.isStale { test.send(.pull(name)) }
        }
        test.run()
        for name in TwoLists.ListName.allCases { try check(name, test.state, isPulled: true) }
    }

    private func lanes(_ rows: [TwoLists.Row]) -> [String: [Int]] {
        Dictionary(grouping: rows, by: \.lane).mapValues { $0.map(\.number) }
    }

    private func check(_ name: TwoLists.ListName, _ state: TwoLists, isPulled: Bool) throws {
        guard let list = state[name] else { return }
        try require(state.outbox.pendingCount == 0, "not sent: \(state.outbox)")
        try require(list.pending.isEmpty, "pending for ever in \(name): \(list)")
        if isPulled { try require(!list.isStale, "\(name) stays stale: \(list)") }
        guard !list.isStale else { return }
        let (shown, rows) = (lanes(list.shown.rows), lanes(server.rows(name)))
        try require(shown == rows, "\(name) shows \(shown), the server has \(rows)")
    }

    func end() throws {
        server.acceptsAll.withLock { $0 = true }
        let state = try endSending()
        for entry in state.outbox.rejected {
            try require(told.contains(entry.id), "not told that \(entry) was rejected")
            guard !forgetful.contains(entry.job.list), let list = state[entry.job.list] else { continue }
            try require(list.shown.notices.contains(entry.id), "forgot that \(entry) was rejected")
        }
        try checkLastLaunch(mayBeStale: wasLogRemoved)
    }

    private func endSending() throws -> TwoLists {
        let isReadable = schedule.bool("jobs are readable again")
        if isReadable { coder.unknown.withLock { $0 = [] } }
        let test = try launch()
        try settle(test)
        // A damaged file is put aside at the first attempt.
        for _ in 0..<2 { try open(test) }
        for entry in test.state.outbox.unreadable { test.send(isReadable ? .retry(entry.id) : .cancel(entry.id)) }
        test.run()
        for entry in test.state.outbox.unreadable { test.send(.cancel(entry.id)) }
        try settle(test)
        try pull(test)
        let state = test.state
        try require(state.outbox.unreadable.isEmpty, "unreadable: \(state.outbox.unreadable)")
        try require(server.twice.isEmpty, "sent twice: \(server.twice)")
        endProcess { $0.finishAtOnce() }
        return state
    }

    private func checkLastLaunch(mayBeStale: Bool) throws {
        let last = try launch()
        last.run()
        let outcomes = last.actions.compactMap { TwoListsAction.outbox.extract($0.action) }.filter { action in
            switch action {
            case .sent, .rejected, .cancelled: true
            default: false
            }
        }
        try require(outcomes.isEmpty, "kept for ever: \(outcomes)")
        try open(last)
        last.run()
        for name in TwoLists.ListName.allCases { try check(name, last.state, isPulled: !mayBeStale) }
        last.skipActions()
        last.finish()
    }
}

extension TestStore {
    fileprivate func finishAtOnce() {
        skipActions()
        skipRuns()
        finish()
    }
}
