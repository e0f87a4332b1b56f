// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// What a list shows after a launch, and when it is stale.
@Suite struct CheckpointLaunchTests {
    private let run = TwoListsRun()

    private typealias List = TwoLists.List

    private func resume(_ list: inout List, _ backlog: OutboxBacklog<TwoLists.Job>) {
        list.resume(backlog, by: TwoLists.reducer) { $0.list == .b ? .add($0.row) : nil }
    }

    /// Sends jobs, pulls list b and ends the process, so that the next one finds nothing to do.
    @discardableResult private func prepare(_ numbers: [Int]) throws -> [UInt8] {
        let test = try run.launch()
        for number in numbers { test.perform(number) }
        test.run()
        test.send(.pulled(.b, numbers.map { TwoLists.Row(number: $0, lane: "x") }, test.state.b.mark))
        test.run()
        #expect(!test.state.b.isStale && test.base() == numbers)
        test.kill()
        return try #require(try run.disk.read("b"))
    }

    /// Adds an outcome to the log that list b has not saved.
    private func sendUnsaved(_ number: Int) throws {
        let test = try run.launch()
        test.perform(number)
        #expect(test.outcomes.count == 1)
        test.kill()
    }

    // MARK: The backlog

    @Test func backlogOfAnOutboxThatIsNotOpenChangesNothing() {
        var list = List(TwoLists.Contents())
        TwoLists.reducer.reduce(.perform(OutboxID(1), .add(TwoLists.Row(number: 1, lane: "x"))), &list)
        let (before, mark) = (list, list.mark)
        var outbox = Outbox<TwoLists.Job>()
        outbox.add(TwoLists.Job(list: .b, row: TwoLists.Row(number: 2, lane: "x")))
        resume(&list, outbox.backlog)
        #expect(list == before && list.mark == mark)
    }

    @Test func backlogHasEntriesThatAreNotOnDiskAndUnfinishedCancellations() throws {
        let test = try run.launch(run.silent)
        let first = try #require(test.perform(1))
        test.send(.cancel(first))
        run.disk.failCalls(count: .max, with: 28)
        let second = try #require(test.perform(2))
        #expect(test.state.outbox.backlog.entries.map(\.phase) == [.cancelling, .saving])
        var list = List(TwoLists.Contents())
        resume(&list, test.state.outbox.backlog)
        #expect(list.pending.map(\.id) == [first, second])
        test.kill()
    }

    @Test func loadedOutboxShowsTheSameAsALateOne() throws {
        let first = try run.launch(isOnline: false)
        for number in 1...3 { first.perform(number, lane: "\(number)") }
        first.run()
        first.kill()
        for late in [TwoListsRun.Late.nothing, .outbox, .nothing] {
            let test = try run.launch(isOnline: false, late: late)
            #expect(test.shown() == [1, 2, 3])
            test.kill()
        }
    }

    @Test func resumingTwiceChangesNothing() throws {
        let test = try run.launch(isOnline: false)
        for number in 1...2 { test.perform(number) }
        var list = test.state.b
        resume(&list, test.state.outbox.backlog)
        #expect(list == test.state.b && list.mark == test.state.b.mark)
        test.finish()
    }

    @Test func rejectedEntriesAreNotShown() throws {
        let first = try run.launch { _, _ in throw .rejected("no") }
        first.perform(1)
        first.run()
        first.kill()
        let second = try run.launch()
        #expect(second.pending().isEmpty && second.state.outbox.rejected.count == 1)
        second.finish()
    }

    // MARK: Order

    @Test func retriedActionIsShownInThePlaceOfItsEntry() throws {
        let first = try run.launch { job, _ in
            if job.row.number == 1 { throw .rejected("no") }
            return job
        }
        let id = try #require(first.perform(1))
        first.send(.connect(false))
        let others = (2...3).compactMap { first.perform($0, lane: "\($0)") }
        first.send(.retry(id))
        #expect(first.pending() == [id] + others)
        #expect(first.shown() == [1, 2, 3])
        first.run()
        first.kill()
        let second = try run.launch(isOnline: false)
        second.perform(4)
        #expect(second.shown() == [1, 2, 3, 4])
        var list = List(TwoLists.Contents())
        let entries = second.state.outbox.entries
        resume(&list, second.state.outbox.backlog)
        #expect(list.pending.map(\.id) == entries.map(\.id))
        second.finish()
    }

    @Test func entriesOfTwoLaunchesAreInOrder() throws {
        let first = try run.launch(isOnline: false)
        for number in 1...2 { first.perform(number) }
        first.run()
        first.kill()
        for number in 3...6 {
            let test = try run.launch(isOnline: false, late: number.isMultiple(of: 2) ? .outbox : .nothing)
            test.perform(number)
            test.run()
            test.kill()
        }
        let last = try run.launch(isOnline: false)
        #expect(last.shown() == Array(1...6))
        last.finish()
    }

    @Test func actionThatIsPerformedBeforeTheFileIsReadComesBehindThoseOfTheFile() throws {
        let first = try run.launch(isOnline: false)
        for number in 1...2 { first.perform(number) }
        first.run()
        first.kill()
        let second = try run.launch(isOnline: false, late: .outbox, disk: false)
        second.perform(3)
        #expect(second.shown() == [3])
        run.disk.failCalls(count: 0, with: 0)
        second.run()
        #expect(second.shown() == [1, 2, 3])
        #expect(second.pending() == second.state.outbox.entries.map(\.id))
        second.send(.connect(true))
        second.run()
        #expect(second.base() == [1, 2, 3])
        second.finish()
    }

    // MARK: Gaps

    @Test func previousValueIsStale() throws {
        try prepare([1])
        let bytes = try #require(try run.disk.read("b"))
        run.disk.flipBit(0, ofByte: bytes.count - 2, in: "b")
        let test = try run.launch()
        test.run()
        #expect(test.state.b.isStale)
        test.finish()
    }

    @Test func removedListIsStale() throws {
        try prepare([1])
        for path in ["b", "b.previous"] { try run.disk.remove(path) }
        let test = try run.launch()
        #expect(test.shown().isEmpty && test.state.b.isStale)
        test.finish()
    }

    @Test func removedLogMakesListsStaleAndDropsWhatWasPending() throws {
        try prepare([1])
        let first = try run.launch(isOnline: false)
        first.perform(2)
        first.run()
        first.kill()
        try run.disk.remove("outbox")
        let second = try run.launch()
        second.run()
        #expect(second.shown() == [1] && second.pending().isEmpty && second.state.b.isStale)
        second.finish()
    }

    @Test func olderCopyOfAListIsStale() throws {
        let copy = try prepare([1])
        try sendUnsaved(2)
        let first = try run.launch()
        first.run()
        #expect(first.base() == [1, 2] && !first.state.b.isStale)
        first.kill()
        try run.disk.write(copy, to: "b", keepingOldAs: nil)
        let second = try run.launch()
        #expect(second.base() == [1] && second.state.b.isStale)
        second.finish()
    }

    @Test func copyOfAListThatLacksKeptOutcomesOnlyIsFresh() throws {
        try prepare([1])
        try sendUnsaved(2)
        let test = try run.launch()
        #expect(test.base() == [1, 2] && !test.state.b.isStale)
        test.finish()
    }

    @Test(arguments: [TwoListsRun.Late.nothing, .outbox]) func olderCopyOfTheLogIsStale(late: TwoListsRun.Late) throws {
        try prepare([1])
        let copy = try #require(try run.disk.read("outbox"))
        let first = try run.launch()
        for number in 2...3 { first.perform(number) }
        first.run()
        first.kill()
        try run.disk.write(copy, to: "outbox", keepingOldAs: nil)
        let second = try run.launch(late: late)
        #expect(second.state.b.isStale)
        second.send(.pulled(.b, [], second.state.b.mark))
        for number in 4...5 { second.perform(number) }
        second.run()
        #expect(second.base() == [4, 5] && !second.state.b.isStale)
        second.kill()
        let third = try run.launch()
        third.run()
        #expect(third.outcomes.isEmpty && third.base() == [4, 5] && !third.state.b.isStale)
        third.finish()
    }

    // The list was saved with the number of an outcome that the log had lost, and the log has given the number again.
    @Test func numberOfALostOutcomeIsNotTakenForAnother() throws {
        let clock = run.world.clock
        let first = try run.launch { job, _ in
            try await clock.sleep(for: .seconds(5))
            return job
        }
        first.advance(by: .seconds(2))
        first.send(.pulled(.a, [], try #require(first.state.a?.mark)))
        first.perform(1, in: .a)
        first.advance(by: .seconds(2))
        run.fullDisk.fullPaths.withLock { $0 = ["outbox", "b"] }
        first.advance(by: .seconds(5))
        #expect(first.base(.a) == [1])
        first.kill()
        run.fullDisk.fullPaths.withLock { $0 = [] }
        let second = try run.launch(late: .listA) { job, _ in
            if job.row.number == 1 { throw Wrong("no answer") }
            return job
        }
        second.perform(2, in: .a, lane: "y")
        second.advance(by: .seconds(5))
        second.send(.opened(try run.files().a.load()))
        second.advance(by: .seconds(5))
        #expect(second.shown(.a) == [1, 2] || second.state.a?.isStale == true)
        second.kill()
    }

    // MARK: Values

    @Test func valueThatWasMadeAnewIsStaleAndTakesNoOldPull() throws {
        try prepare([1])
        let test = try run.launch()
        let old = test.state.b.mark
        test.send(.madeAnew(.b))
        #expect(test.state.b.isStale && test.shown().isEmpty)
        test.send(.pulled(.b, [TwoLists.Row(number: 9, lane: "x")], old))
        #expect(test.state.b.isStale && test.shown().isEmpty)
        test.send(.pulled(.b, [TwoLists.Row(number: 1, lane: "x")], test.state.b.mark))
        #expect(!test.state.b.isStale && test.shown() == [1])
        test.finish()
    }

    // The kept outcome of the second job was shown, and nothing took it back, since it had been dispatched before.
    @Test func valueThatWasMadeAnewDoesNotShowOutcomesOfThisProcess() throws {
        let test = try run.launch()
        test.perform(1, isFollowed: true)
        #expect(test.base() == [1, -1])
        test.send(.madeAnew(.b))
        #expect(test.pending().isEmpty && test.shown().isEmpty && test.state.b.isStale)
        test.finish()
    }

    @Test func listThatBecomesNilAndIsLoadedAgainIsStale() throws {
        let test = try run.launch()
        test.perform(1, in: .a)
        test.run()
        test.send(.pulled(.a, [TwoLists.Row(number: 1, lane: "x")], try #require(test.state.a?.mark)))
        test.run()
        test.send(.closed)
        test.run()
        #expect(try run.disk.read("a") == nil && run.disk.read("a.previous") == nil)
        test.perform(2, in: .a)
        test.send(.opened(nil))
        #expect(test.state.a?.isStale == true)
        test.finish()
    }

    @Test func acceptedPullChangesTheMark() throws {
        let test = try run.launch()
        test.run()
        let mark = test.state.b.mark
        test.send(.pulled(.b, [], mark))
        #expect(test.state.b.mark != mark && !test.state.b.isStale)
        test.send(.pulled(.b, [TwoLists.Row(number: 9, lane: "x")], mark))
        #expect(test.shown().isEmpty && test.state.b.isStale)
        test.finish()
    }

    #if os(Linux) || os(macOS)
    @Test func replacingAListByAnOlderValueTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let test = try TwoListsRun().launch()
            test.perform(1)
            let older = test.state.b
            test.perform(2)
            test.send(.replace(older))
        }
        expectMessage(of: result, contains: "was replaced by an older value of itself", "undone or reset")
    }
    #endif

    // MARK: Forms

    @Test func recordingsKeepPendingActions() throws {
        let test = try run.launch(isOnline: false)
        for number in 1...2 { test.perform(number) }
        let list = test.state.b
        let read = try JSONDecoder().decode(List.self, from: JSONEncoder().encode(list))
        #expect(read == list && read.pending.count == 2 && read.mark == list.mark)
        test.finish()
    }

    private struct Titles: Codable, Equatable, Sendable { var titles: [String] }

    private typealias TitleList = Optimistic<Titles, TwoLists.Change>

    private static let titles = Reducer<TwoLists.Change, Titles>.reduce { change, titles in
        if case .add(let row) = change { titles.titles.append("\(row.number)") }
    }
    .optimistic()

    @Test func listIsMigratedBetweenASaveAndItsAcknowledgement() throws {
        try prepare([1])
        let first = try run.launch()
        first.run()
        run.fullDisk.fullPaths.withLock { $0 = ["a"] }
        first.perform(2)
        first.advance(by: .seconds(2))
        first.send(.connect(false))
        first.perform(3)
        first.advance(by: .seconds(2))
        first.kill()
        let file = StateFile<TitleList>(at: "b", version: 2, storage: run.disk) { migrate in
            migrate.from(1) { (old: List) in old.map { Titles(titles: $0.rows.map { "\($0.number)" }) } }
        }
        var list = try #require(try file.load())
        #expect(list.base.titles == ["1", "2"] && list.pending.isEmpty)
        let backlog = try run.files().outbox.load().backlog
        list.resume(backlog, by: Self.titles) { $0.list == .b ? .add($0.row) : nil }
        // The outcome of job 2 is kept for list a, and list b has it.
        #expect(list.shown.titles == ["1", "2", "3"] && list.pending.count == 1 && !list.isStale)
    }
}
