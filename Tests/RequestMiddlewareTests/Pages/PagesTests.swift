// SPDX-License-Identifier: MIT

import Foundation
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct PagesTests {
    private let no = RequestFailure("no")

    /// A list with two of three pages.
    private var twoOfThree: Rows {
        var rows = Rows()
        for page in 1...2 {
            rows.loadMore()
            rows.answer([page], next: page + 1)
        }
        return rows
    }

    @Test func newListHasMoreAndShowsItsInitialItems() {
        #expect(Rows().items.isEmpty)
        #expect(Rows().hasMore && !Rows().isRunning && Rows().next == nil)
        var rows = Rows(items: [9])
        #expect(rows.items == [9])
        rows.loadMore()
        #expect(rows.items == [9] && rows.isReloading)
        rows.answer([1], next: nil)
        #expect(rows.items == [1])
    }

    @Test func pagesAreAppendedUntilTheLastOne() {
        var rows = twoOfThree
        #expect(rows.items == [1, 2] && rows.next == 3 && rows.hasMore)
        rows.loadMore()
        #expect(rows.isRunning && !rows.isReloading)
        rows.answer([3], next: nil)
        #expect(rows.items == [1, 2, 3] && rows.next == nil && !rows.hasMore && !rows.isRunning)
        rows.loadMore()
        #expect(!rows.isRunning)
    }

    @Test func failureKeepsTheItemsAndIsRetried() {
        var rows = twoOfThree
        for again in [{ $0.loadMore() }, { $0.retry() }] as [(inout Rows) -> Void] {
            rows.loadMore()
            rows.fail(no)
            #expect(rows.failure == no && rows.items == [1, 2] && rows.next == 3 && !rows.isRunning)
            again(&rows)
            #expect(rows.failure == nil && rows.isRunning && !rows.isReloading)
            rows.cancel()
        }
        #expect(rows == twoOfThree)
    }

    @Test func failedReloadIsRetriedAndReplacesAllPages() {
        var rows = twoOfThree
        rows.reload()
        #expect(rows.isReloading && rows.items == [1, 2])
        rows.fail(no)
        #expect(rows.items == [1, 2] && rows.next == 3)
        rows.retry()
        #expect(rows.isReloading)
        rows.answer([7], next: 5)
        #expect(rows.items == [7] && rows.next == 5 && rows.hasMore)
    }

    @Test func nextPageIsLoadedAfterAFailedReload() {
        var rows = twoOfThree
        rows.reload()
        rows.fail(no)
        rows.loadMore()
        #expect(rows.isRunning && !rows.isReloading)
        rows.answer([3], next: nil)
        #expect(rows.items == [1, 2, 3])
    }

    @Test func completeListMayBeReloaded() {
        var rows = twoOfThree
        rows.loadMore()
        rows.answer([3], next: nil)
        rows.reload()
        rows.answer([1], next: 2)
        #expect(rows.items == [1] && rows.hasMore)
    }

    @Test func answerAndFailureWithoutARunChangeNothing() {
        var rows = twoOfThree
        rows.answer([9], next: nil)
        rows.fail(no)
        rows.retry()
        rows.cancel()
        #expect(rows == twoOfThree)
        rows.loadMore()
        rows.fail(no)
        rows.cancel()
        #expect(rows.failure == no)
    }

    @Test func reducersMayChangeItems() {
        var rows = twoOfThree
        rows.items.removeFirst()
        rows.loadMore()
        rows.answer([3], next: nil)
        #expect(rows.items == [2, 3])
    }

    @Test func listsAreEqualIfTheyShowTheSame() {
        var (one, other) = (twoOfThree, twoOfThree)
        one.loadMore()
        #expect(one != other)
        other.loadMore()
        #expect(one == other)
        other.reload()
        #expect(one != other)
        one.fail(no)
        other.fail(no)
        #expect(one != other)
        #expect(twoOfThree != Rows(items: [1, 2]))
    }

    @Test func mirrorShowsNoIdentity() {
        var rows = twoOfThree
        rows.loadMore()
        let children = Mirror(reflecting: rows).children
        #expect(children.map(\.label) == ["items", "next", "hasMore", "isRunning", "failure"])
        #expect(children.map { "\($0.value)" } == ["[1, 2]", "Optional(3)", "true", "true", "nil"])
    }

    @Test func decodedListHasItsPagesAndLoadsNothing() throws {
        var complete = twoOfThree
        complete.loadMore()
        complete.answer([3], next: nil)
        for rows in [Rows(), twoOfThree, complete] {
            var running = rows
            running.reload()
            for written in [rows, running] {
                let read = try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(written))
                #expect(read == rows)
                #expect(!read.isRunning)
            }
        }
    }

    @Test func actionsAreDecoded() throws {
        let actions: [PagesAction<Int, Int>] = [
            .loadMore, .reload, .retry, .cancel, .answered([1], next: 2), .failed(no),
        ]
        #expect(try JSONDecoder().decode([PagesAction<Int, Int>].self, from: JSONEncoder().encode(actions)) == actions)
        #expect(Set(actions).count == actions.count)
        #expect(actions.compactMap(\.answered) == [[1]])
        #expect(actions.compactMap(\.failed) == [no])
    }

    @Test func repeatedReloadsRequestTheFirstPageOnce() {
        let asked = Recorder<Int>()
        let feature = Feature<PagesAction<Int, Int>, Rows, TestClock>.pages { cursor, clock in
            asked.record(cursor ?? 1)
            try await clock.sleep(for: .seconds(1))
            return ([1], next: nil)
        }
        let world = TestWorld()
        let test = TestStore(initialState: Rows(), feature: feature, dependencies: world.clock, in: world)
        test.send(.loadMore) { $0.loadMore() }
        for _ in 0..<3 {
            test.advance(by: .milliseconds(200))
            test.send(.reload)
        }
        test.advance(by: .milliseconds(400))
        test.receive(.answered([1], next: nil)) { $0.answer([1], next: nil) }
        #expect(asked.events == [1])
        test.finish()
    }

    @Test func firstPageHasTheCursorOfItsList() async throws {
        let asked = Recorder<Int?>()
        let feature = Feature<PagesAction<Int, Int>, Rows, Void>.pages { cursor, _ in
            asked.record(cursor)
            return ([], next: (cursor ?? 0) + 1)
        }
        let empty = try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(Rows(first: 10)))
        #expect(empty == Rows(first: 10) && empty != Rows() && empty.first == 10 && empty.next == nil)
        let store = Store(initialState: empty, feature: feature, dependencies: ())
        for action in [.loadMore, .loadMore, .reload, .loadMore] as [PagesAction<Int, Int>] {
            store.dispatch(action)
            await store.settled()
        }
        #expect(asked.events == [10, 11, 10, 11])
    }

    @Test func policyAppliesToPages() {
        let asked = Recorder<Duration>()
        let policy = RequestPolicy.debounced(for: .milliseconds(50)).retrying(2).timeout(.seconds(1))
        let feature = Feature<PagesAction<Int, Int>, Rows, TestClock>.pages(policy) { _, clock in
            asked.record(clock.now.offset)
            try await clock.sleep(for: .seconds(9))
            return ([], next: nil)
        }
        let world = TestWorld()
        let test = TestStore(
            initialState: Rows(),
            feature: feature,
            dependencies: world.clock,
            checks: .onlyWhatIsSaid,
            in: world
        )
        test.send(.loadMore)
        test.run()
        #expect(asked.events == [.milliseconds(50), .milliseconds(1_050), .milliseconds(2_050)])
        #expect(test.state.failure?.isTimeout == true)
    }

    @Test func actionsOfAListMatchItsMethods() {
        let feature = Feature<PagesAction<Int, Int>, Rows, TestClock>.pages(.retrying(1)) { cursor, clock in
            try await clock.sleep(for: .seconds(1))
            guard cursor != 3 else { throw Refusal() }
            return ([cursor ?? 1], next: (cursor ?? 1) + 1)
        }
        let world = TestWorld()
        let test = TestStore(initialState: Rows(), feature: feature, dependencies: world.clock, in: world)
        for page in 1...2 {
            test.send(.loadMore) { $0.loadMore() }
            test.send(.loadMore)
            test.advance(by: .seconds(1))
            test.receive(.answered([page], next: page + 1)) { $0.answer([page], next: page + 1) }
        }
        test.send(.loadMore) { $0.loadMore() }
        test.advance(by: .seconds(2))
        test.receive(.failed(RequestFailure("refused 403"))) { $0.fail(RequestFailure("refused 403")) }
        test.send(.retry) { $0.retry() }
        test.send(.cancel) { $0.cancel() }
        test.send(.reload) { $0.reload() }
        test.send(.reload)
        test.advance(by: .seconds(1))
        test.receive(.answered([1], next: 2)) { $0.answer([1], next: 2) }
        test.finish()
    }
}
