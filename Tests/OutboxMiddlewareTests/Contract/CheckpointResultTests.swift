// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore
import RexTesting
import Testing

/// Results of a stream and pulled states that come before or after an outcome.
@Suite struct CheckpointResultTests {
    private let run = TwoListsRun()

    @Test(arguments: [true, false]) func resultThatComesBeforeTheOutcomeCountsOnce(isSaved: Bool) throws {
        let first = try run.launch(run.silent)
        let id = try #require(first.perform(1))
        first.send(.streamed(.b, id, .add(TwoLists.Row(number: 1, lane: "x"))))
        #expect(first.base() == [1] && first.pending().isEmpty)
        if isSaved { first.advance(by: .seconds(2)) }
        first.kill()
        let second = try run.launch()
        #expect(second.shown() == [1])
        second.run()
        #expect(second.base() == [1] && second.pending().isEmpty)
        second.send(.streamed(.b, id, .add(TwoLists.Row(number: 1, lane: "x"))))
        #expect(second.base() == [1])
        second.finish()
    }

    @Test func resultThatComesAfterTheOutcomeCountsOnce() throws {
        let first = try run.launch()
        let id = try #require(first.perform(1))
        first.run()
        first.kill()
        let second = try run.launch()
        second.send(.streamed(.b, id, .add(TwoLists.Row(number: 1, lane: "x"))))
        #expect(second.shown() == [1])
        second.finish()
    }

    @Test func resultThatComesBeforeTheBacklogWasResumedCountsOnce() throws {
        let first = try run.launch(run.silent)
        first.advance(by: .seconds(2))
        let id = try #require(first.perform(1))
        first.kill()
        let second = try run.launch(late: .outbox, disk: false)
        second.send(.streamed(.b, id, .add(TwoLists.Row(number: 1, lane: "x"))))
        second.send(.streamed(.b, OutboxID(7), .add(TwoLists.Row(number: 7, lane: "x"))))
        #expect(second.base() == [1, 7])
        run.disk.failCalls(count: 0, with: 0)
        second.run()
        #expect(second.base() == [1, 7] && second.pending().isEmpty && second.state.outbox.isEmpty)
        second.finish()
    }

    @Test func pullBeforeTheBacklogWasResumedMakesItUncertain() throws {
        let first = try run.launch(run.silent)
        first.advance(by: .seconds(2))
        first.perform(1)
        first.kill()
        let second = try run.launch(late: .outbox, disk: false)
        second.send(.pulled(.b, [TwoLists.Row(number: 1, lane: "x")], second.state.b.mark))
        #expect(!second.state.b.isStale)
        run.disk.failCalls(count: 0, with: 0)
        second.run()
        #expect(second.pending().isEmpty && second.state.b.isStale)
        second.finish()
    }

    // The job was performed after the pull, as if the pulled state could not contain it.
    @Test(arguments: 0...2) func jobThatWasUnreadableAtAPullMakesTheListStale(launches: Int) throws {
        let first = try run.launch(run.silent)
        first.advance(by: .seconds(2))
        let id = try #require(first.perform(1))
        first.kill()
        run.coder.unknown.withLock { $0 = [1] }
        let second = try run.launch()
        second.run()
        #expect(second.state.outbox.unreadable.map(\.id) == [id])
        second.send(.pulled(.b, [TwoLists.Row(number: 1, lane: "x")], second.state.b.mark))
        #expect(!second.state.b.isStale)
        second.run()
        var last = second
        for launch in 0..<launches {
            last.kill()
            if launch == launches - 1 { run.coder.unknown.withLock { $0 = [] } }
            last = try run.launch()
            last.run()
        }
        run.coder.unknown.withLock { $0 = [] }
        last.send(.retry(id))
        last.run()
        #expect(last.state.outbox.isEmpty && last.pending().isEmpty && last.state.b.isStale)
        last.kill()
    }

    @Test(arguments: [true, false]) func resultOfAnUnreadableEntryCountsOnce(isLaunched: Bool) throws {
        let first = try run.launch(run.silent)
        first.advance(by: .seconds(2))
        let id = try #require(first.perform(1))
        first.kill()
        run.coder.unknown.withLock { $0 = [1] }
        var test = try run.launch()
        test.run()
        test.send(.streamed(.b, id, .add(TwoLists.Row(number: 1, lane: "x"))))
        test.run()
        run.coder.unknown.withLock { $0 = [] }
        if isLaunched {
            test.kill()
            test = try run.launch()
        } else {
            test.send(.retry(id))
        }
        test.run()
        #expect(test.state.outbox.isEmpty && test.pending().isEmpty && test.base() == [1])
        test.kill()
    }

    // The server has the unreadable job before the later one of its lane, and the list had it behind.
    @Test(arguments: [true, false])
    func jobThatWasUnreadableWhileItsLaneWentOnMakesTheListStale(isLaunched: Bool) throws {
        let first = try run.launch(run.silent)
        first.advance(by: .seconds(2))
        first.send(.pulled(.b, [], first.state.b.mark))
        first.advance(by: .seconds(2))
        let id = try #require(first.perform(1))
        first.kill()
        run.coder.unknown.withLock { $0 = [1] }
        var test = try run.launch()
        test.perform(2)
        test.run()
        #expect(test.base() == [2] && !test.state.b.isStale)
        run.coder.unknown.withLock { $0 = [] }
        if isLaunched {
            test.kill()
            test = try run.launch()
        } else {
            test.send(.retry(id))
        }
        test.run()
        #expect(test.state.outbox.isEmpty && test.pending().isEmpty && test.state.b.isStale)
        test.kill()
    }

    @Test func resultsOfOtherDevicesAreAppliedEachTime() throws {
        let test = try run.launch()
        test.run()
        for _ in 0..<2 { test.send(.streamed(.b, OutboxID(7), .add(TwoLists.Row(number: 7, lane: "x")))) }
        #expect(test.base() == [7, 7])
        test.finish()
    }

    @Test func secondPerformAndConfirmationChangeNothing() throws {
        let test = try run.launch()
        let id = try #require(test.perform(1))
        var list = test.state.b
        let change = TwoLists.Change.add(TwoLists.Row(number: 1, lane: "x"))
        for action in [OptimisticAction<TwoLists.Change>.perform(id, change), .confirmed(id), .result(of: id, change)] {
            TwoLists.reducer.reduce(action, &list)
        }
        #expect(list == test.state.b)
        test.finish()
    }
}
