// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore
import RexTestSupport
import RexTesting

extension OfflineProgram {
    // MARK: Disk

    func setFull(_ isFull: Bool) {
        listDisk.fullPaths.withLock { $0 = isFull ? Set(TwoLists.ListName.allCases.map(path)) : [] }
    }

    func fail(with error: Int32) {
        disk.failCalls(
            after: schedule.int(in: 0...12, "calls before"),
            count: schedule.int(in: 1...30, "calls that fail"),
            takingEffect: schedule.bool("after the effect"),
            with: error
        )
    }

    func cut(_ test: TestStore<TwoListsAction, TwoLists>) {
        count("cut")
        let calls = schedule.int(in: 0...30, "calls before")
        lastCall.withLock { $0 = disk.callNames.count + calls }
        disk.cutPower(after: calls)
        perform(test)
        test.advance(by: .milliseconds(700))
        test.send(.save)
        crash()
    }

    func paths(_ path: String) -> [String] { [path, path + ".previous"] }

    func copy(_ path: String) {
        copies[path] = (try? paths(path).map { try disk.read($0) }) ?? copies[path]
    }

    /// Replaces files by an older copy, while no process runs.
    func restore(_ path: String) throws -> Bool {
        guard let copy = copies[path], copy[0] != nil else { return false }
        crash()
        for (path, bytes) in zip(paths(path), copy) {
            if let bytes { try disk.write(bytes, to: path, keepingOldAs: nil) } else { try disk.remove(path) }
        }
        return true
    }

    func restoreList() throws {
        let name = someList()
        guard try restore(path(name)) else { return }
        count("list restored")
        forgetful.insert(name)
    }

    func damageList() throws {
        let name = someList()
        crash()
        guard let bytes = try disk.read(path(name)), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
        count("list damaged")
        forgetful.insert(name)
        disk.flipBit(schedule.int(in: 0...7, "bit"), ofByte: end + 1, in: path(name))
    }

    func restoreLog() throws {
        guard try restore(logPath) else { return }
        count("log restored")
        unsure = Set(TwoLists.ListName.allCases)
    }

    func removeLog() throws {
        if schedule.bool("while it is not used") { crash() }
        wasLogRemoved = test != nil
        count("log removed")
        disk.removeFolder("log")
    }

    // MARK: Claims

    /// Lets the disk work until nothing is left to do.
    func settle(_ test: TestStore<TwoListsAction, TwoLists>) throws {
        disk.failCalls(count: 0, with: 0)
        setFull(false)
        test.send(.connect(true))
        test.run()
        for name in TwoLists.ListName.allCases { try check(name, test.state, isPulled: false) }
    }

    /// Pulls the lists that are stale, once.
    func pull(_ test: TestStore<TwoListsAction, TwoLists>) throws {
        for name in TwoLists.ListName.allCases {
            guard let list = test.state[name] else { continue }
            count(list.isStale ? "stale" : "fresh")
            if list.isStale || unsure.contains(name) { test.send(.pull(name)) }
            unsure.remove(name)
        }
        test.run()
        for name in TwoLists.ListName.allCases { try check(name, test.state, isPulled: true) }
    }

    func lanes(_ rows: [TwoLists.Row]) -> [String: [Int]] {
        Dictionary(grouping: rows, by: \.lane).mapValues { $0.map(\.number) }
    }

    func check(_ name: TwoLists.ListName, _ state: TwoLists, isPulled: Bool) throws {
        guard let list = state[name] else { return }
        try require(state.outbox.pendingCount == 0, "not sent: \(state.outbox)")
        try require(list.pending.isEmpty, "pending for ever in \(name): \(list)")
        if isPulled { try require(!list.isStale, "\(name) stays stale: \(list)") }
        // A job that cannot be decoded is not shown, and the server may have it.
        guard !list.isStale, !unsure.contains(name), state.outbox.unreadable.isEmpty else { return }
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

    func endSending() throws -> TwoLists {
        let isReadable = schedule.bool("jobs are readable again")
        if isReadable { coder.unknown.withLock { $0 = [] } }
        let test = try launch()
        try settle(test)
        try open(test)
        for entry in test.state.outbox.unreadable { test.send(isReadable ? .retry(entry.id) : .cancel(entry.id)) }
        test.run()
        for entry in test.state.outbox.unreadable { test.send(.cancel(entry.id)) }
        try settle(test)
        try pull(test)
        let state = test.state
        try require(state.outbox.unreadable.isEmpty, "unreadable: \(state.outbox.unreadable)")
        try require(server.twice.isEmpty, "sent twice: \(server.twice)")
        endProcess { $0.finishProgram() }
        return state
    }

    func checkLastLaunch(mayBeStale: Bool) throws {
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
