// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// How the outcomes of entries reach saved lists, and how long the log keeps them.
@Suite struct CheckpointOutcomeTests {
    private let run = TwoListsRun()

    private let refuse: TwoListsRun.Send = { _, _ in throw .rejected("no") }

    /// Expects that a launch finds nothing to dispatch.
    private func expectNothingKept(_ comment: Comment? = nil) throws {
        let last = try run.launch()
        last.run()
        #expect(last.outcomes.isEmpty, comment)
        last.kill()
    }

    // MARK: What is saved

    @Test func pendingActionsAreNotSaved() throws {
        let first = try run.launch(isOnline: false)
        first.perform(1, in: .a)
        first.send(.save)
        first.run()
        #expect(first.shown(.a) == [1])
        first.kill()
        let saved = try #require(try run.files().a.load())
        #expect(saved.pending.isEmpty && saved.shown.rows.isEmpty)
    }

    @Test func changeOfPendingActionsSavesNothing() throws {
        let test = try run.launch(isOnline: false)
        test.run()
        let before = run.disk.callNames.count { $0.hasPrefix("rename") }
        test.perform(1)
        test.advance(by: .seconds(10))
        #expect(run.disk.callNames.count { $0.hasPrefix("rename") } == before)
        test.finish()
    }

    @Test func actionThatWasPendingAtAPullMakesTheListStaleOnceItIsConfirmed() throws {
        let first = try run.launch(isOnline: false)
        first.run()
        first.perform(1)
        first.send(.pulled(.b, [], first.state.b.mark))
        #expect(!first.state.b.isStale)
        first.run()
        first.kill()
        let second = try run.launch()
        #expect(second.pending().isEmpty && second.base() == [1])
        #expect(second.state.b.isStale)
        second.finish()
    }

    // MARK: Acknowledgements

    @Test func outcomeIsKeptUntilBothListsAreSaved() throws {
        let first = try run.launch()
        first.run()
        run.fullDisk.fullPaths.withLock { $0 = ["a"] }
        let id = try #require(first.perform(1))
        first.advance(by: .seconds(60))
        #expect(first.shown() == [1])
        first.kill()
        run.fullDisk.fullPaths.withLock { $0 = [] }
        let second = try run.launch()
        #expect(second.outcomes.map { $0.sent?.id } == [id])
        second.run()
        #expect(second.base() == [1] && second.pending().isEmpty)
        second.kill()
        try expectNothingKept()
    }

    @Test func failedSaveIsRepeatedWithoutAnotherChange() throws {
        let first = try run.launch()
        first.run()
        run.fullDisk.fullPaths.withLock { $0 = ["b"] }
        first.perform(1)
        first.advance(by: .seconds(3_600))
        run.fullDisk.fullPaths.withLock { $0 = [] }
        first.advance(by: .seconds(600))
        first.kill()
        #expect(try run.files().b.load()?.base.rows.map(\.number) == [1])
        try expectNothingKept()
    }

    // Otherwise list b would stay behind, and the log would keep the outcomes of list a for ever.
    @Test func outcomeThatTheListDoesNotUseIsAcknowledged() throws {
        let first = try run.launch()
        first.perform(1, in: .a)
        first.run()
        first.kill()
        try expectNothingKept()
    }

    @Test func noOutcomeWaitsForAListThatIsNil() throws {
        let zero = try run.launch()
        zero.perform(1, in: .a)
        zero.run()
        zero.send(.pulled(.a, [TwoLists.Row(number: 1, lane: "x")], try #require(zero.state.a?.mark)))
        zero.run()
        #expect(zero.state.a?.isStale == false)
        zero.kill()
        let first = try run.launch(late: .listA)
        first.perform(2, in: .a)
        first.perform(3)
        first.run()
        first.kill()
        let second = try run.launch(late: .listA)
        second.run()
        #expect(second.outcomes.isEmpty)
        second.send(.opened(try run.files().a.load()))
        #expect(second.base(.a) == [1])
        #expect(second.state.a?.isStale == true)
        second.finish()
    }

    @Test func listThatIsLoadedLateReducesKeptOutcomes() throws {
        let first = try run.launch()
        first.run()
        run.fullDisk.fullPaths.withLock { $0 = ["a"] }
        first.perform(1, in: .a)
        first.advance(by: .seconds(5))
        first.kill()
        run.fullDisk.fullPaths.withLock { $0 = [] }
        // The list is loaded before its outcome is dispatched.
        let second = try run.launch()
        second.run()
        #expect(second.base(.a) == [1] && second.pending(.a).isEmpty)
        second.finish()
    }

    // MARK: Rejections

    @Test func keptRejectionIsToldAgain() throws {
        let first = try run.launch(refuse)
        let id = try #require(first.perform(1))
        #expect(first.outcomes == [.rejected(id, "no")])
        first.kill()
        let second = try run.launch(refuse)
        #expect(second.outcomes == [.rejected(id, "no")])
        #expect(second.pending().isEmpty && second.state.b.base.notices == [id])
        second.run()
        second.kill()
        let third = try run.launch()
        #expect(third.outcomes.isEmpty && third.pending().isEmpty)
        #expect(third.state.outbox.rejected.map(\.id) == [id])
        #expect(third.state.b.base.notices == [id])
        third.finish()
    }

    @Test func retriedRejectionIsNotToldAgain() throws {
        let first = try run.launch(refuse)
        let id = try #require(first.perform(1))
        first.send(.connect(false))
        first.send(.retry(id))
        first.kill()
        let second = try run.launch(isOnline: false)
        #expect(second.outcomes.isEmpty && second.pending() == [id])
        second.send(.connect(true))
        second.run()
        #expect(second.base() == [1])
        second.kill()
        try expectNothingKept()
    }

    @Test func cancelledRejectionIsNotShownAndLeavesTheListFresh() throws {
        let first = try run.launch(refuse)
        first.run()
        first.send(.pulled(.b, [], first.state.b.mark))
        let id = try #require(first.perform(1))
        first.run()
        first.send(.cancel(id))
        first.run()
        #expect(first.state.outbox.isEmpty && first.shown().isEmpty && !first.state.b.isStale)
        first.kill()
        let second = try run.launch()
        second.run()
        #expect(second.outcomes.isEmpty && second.shown().isEmpty && !second.state.b.isStale)
        second.finish()
    }

    // MARK: Cancellations

    // The cancellation had no number in the log, so it was dispatched at each launch.
    @Test func cancellationOfAnInterruptedAttemptIsDispatchedUntilItIsSaved() throws {
        let first = try run.launch(run.silent)
        first.send(.pulled(.b, [], first.state.b.mark))
        first.advance(by: .seconds(2))
        let id = try #require(first.perform(1))
        first.send(.cancel(id))
        first.kill()
        let second = try run.launch()
        second.run()
        #expect(second.outcomes == [.cancelled(id, attempts: 1)])
        #expect(second.pending().isEmpty && second.shown().isEmpty)
        #expect(second.state.b.isStale)
        second.kill()
        try expectNothingKept()
    }

    @Test(arguments: [true, false]) func onlyACancellationAfterAnAttemptMakesTheListStale(isAttempted: Bool) throws {
        let test = try run.launch(isOnline: isAttempted, run.silent)
        test.advance(by: .seconds(2))
        test.send(.pulled(.b, [], test.state.b.mark))
        let id = try #require(test.perform(1))
        test.send(.connect(false))
        test.send(.cancel(id))
        test.advance(by: .seconds(2))
        #expect(test.outcomes == [.cancelled(id, attempts: isAttempted ? 1 : 0)])
        #expect(test.shown().isEmpty && test.state.b.isStale == isAttempted)
        test.kill()
    }

    @Test func entryThatWasTakenBackAndSentMakesTheListStale() throws {
        let first = try run.launch(isOnline: false)
        first.run()
        first.send(.pulled(.b, [], first.state.b.mark))
        let id = try #require(first.perform(1))
        first.send(.takeBack(id, isCancelled: false))
        #expect(first.shown().isEmpty && !first.state.b.isStale)
        first.send(.connect(true))
        #expect(first.outcomes.map { $0.sent?.id } == [id])
        #expect(first.shown().isEmpty && first.state.b.isStale)
        first.finish()
    }

    @Test func pullDoesNotHideAnEntryThatWasTakenBack() throws {
        let first = try run.launch(isOnline: false)
        first.run()
        let id = try #require(first.perform(1))
        first.send(.takeBack(id, isCancelled: false))
        first.send(.pulled(.b, [], first.state.b.mark))
        first.run()
        first.send(.connect(true))
        #expect(first.state.b.isStale)
        first.finish()
    }

    // MARK: Jobs that follow

    @Test func followingJobIsAddedOnce() {
        var outbox = Outbox<TwoLists.Job>()
        let row = TwoLists.Row(number: 1, lane: "x")
        let id = outbox.add(TwoLists.Job(list: .a, row: row))
        let ids = (0..<2).map { _ in outbox.add(TwoLists.Job(list: .b, row: row), lane: "x", after: id) }
        #expect(ids[0] == ids[1] && ids[0] != id)
        #expect(outbox.count == 2)
    }

    @Test(arguments: [0, 100, 600, 5_000]) func followingJobSurvivesACrashAtAnyCall(delay: Int) throws {
        for calls in 0..<30 {
            let run = TwoListsRun()
            let accepted = Lock<[OutboxID: Int]>([:])
            let send: TwoListsRun.Send = { job, id in
                accepted.withLock { $0[id] = job.row.number }
                return job
            }
            let first = try run.launch(isOnline: false, send)
            first.send(.pulled(.b, [], first.state.b.mark))
            first.run()
            first.perform(1, isFollowed: true)
            first.run()
            run.disk.cutPower(after: calls)
            first.send(.connect(true))
            first.advance(by: .milliseconds(delay))
            first.kill()
            let second = try run.launch(send)
            second.run()
            let here: Comment = "after \(calls) calls"
            #expect(accepted.withLock { $0.values.sorted() } == [-1, 1], here)
            #expect(second.shown() == [1, -1] || second.state.b.isStale, here)
            #expect(second.pending().isEmpty && second.state.outbox.isEmpty, here)
            second.kill()
        }
    }

    // MARK: Unreadable outcomes

    @Test func keptOutcomeThatCannotBeDecodedIsReportedAndMakesTheListStale() throws {
        let first = try run.launch()
        first.run()
        first.send(.pulled(.b, [], first.state.b.mark))
        first.run()
        let id = try #require(first.perform(1))
        first.kill()
        run.coder.unknown.withLock { $0 = [1] }
        let second = try run.launch()
        second.run()
        #expect(second.outcomes.isEmpty)
        let reports = second.actions.compactMap { action -> OutboxID? in
            if case .outbox(.unreadable(let id, _)) = action.action { id } else { nil }
        }
        #expect(reports == [id])
        #expect(second.pending().isEmpty && second.state.b.isStale && second.state.outbox.unreadable.isEmpty)
        second.kill()
        run.coder.unknown.withLock { $0 = [] }
        try expectNothingKept()
    }

    // MARK: Clearing

    @Test func clearDropsOnlyWhatWasPendingBefore() throws {
        let first = try run.launch(isOnline: false)
        first.run()
        first.send(.pulled(.b, [], first.state.b.mark))
        first.perform(1)
        first.run()
        run.disk.failCalls(count: .max, with: 28)
        first.send(.cancelAll)
        let later = try #require(first.perform(2))
        #expect(first.pending().count == 2)
        run.disk.failCalls(count: 0, with: 0)
        first.run()
        #expect(first.pending() == [later] && first.shown() == [2])
        #expect(first.state.b.isStale)
        first.finish()
    }

    @Test func clearSurvivesACrashAtAnyCall() throws {
        for calls in 0..<40 {
            let run = TwoListsRun()
            let first = try run.launch(isOnline: false)
            first.send(.pulled(.b, [], first.state.b.mark))
            first.run()
            first.perform(1)
            first.run()
            run.disk.cutPower(after: calls)
            first.send(.cancelAll)
            first.advance(by: .seconds(2))
            first.kill()
            let second = try run.launch()
            second.run()
            let here: Comment = "after \(calls) calls"
            #expect(second.pending().isEmpty && second.state.outbox.isEmpty, here)
            #expect(second.outcomes.contains { $0.sent != nil } ? second.shown() == [1] : second.state.b.isStale, here)
            second.kill()
            let third = try run.launch()
            third.run()
            #expect(third.outcomes.isEmpty && third.state.b.isStale == second.state.b.isStale, here)
            third.kill()
        }
    }

    /// A coder that encodes jobs and no replies.
    private struct CoderWithoutReplies: StateCoder {
        let coder: TwoListsCoder

        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            guard !(value is TwoLists.Job) else { throw CancellationError() }
            return try coder.encode(value)
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            try coder.decode(type, from: bytes)
        }
    }

    // The log had no number for such an outcome, so a list that lacked it was not stale after a crash.
    @Test(arguments: [true, false]) func outcomeWhoseReplyCannotBeEncodedIsMissedAfterACrash(isSaved: Bool) throws {
        var files = run.files()
        let outbox = OutboxFile<TwoLists.Job>(
            at: "outbox",
            storage: run.disk,
            coder: CoderWithoutReplies(coder: run.coder)
        )
        files = TwoListsWorld(a: files.a, b: files.b, outbox: outbox, send: files.send, pull: files.pull)
        let first = try run.launch()
        first.send(.pull(.b))
        first.run()
        first.perform(1)
        first.run()
        first.kill()
        let second = try run.launch(files: files)
        second.run()
        second.perform(2)
        second.advance(by: .milliseconds(10))
        #expect(second.outcomes.count == 1 && second.base() == [1, 2])
        #expect(!second.state.b.isStale)
        if isSaved { second.run() }
        second.kill()
        let third = try run.launch()
        third.run()
        #expect(third.base() == (isSaved ? [1, 2] : [1]))
        #expect(third.state.b.isStale == !isSaved)
        third.kill()
        let fourth = try run.launch()
        fourth.run()
        let hasUnreadable = fourth.actions.contains { action in
            if case .outbox(.unreadable) = action.action { true } else { false }
        }
        #expect(!hasUnreadable)
        fourth.finish()
    }
}
