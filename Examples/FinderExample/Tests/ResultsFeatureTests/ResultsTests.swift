// SPDX-License-Identifier: MIT

import ResultsFeature
import RexCore
import Testing
import TextSearch

@Suite struct ResultsTests {
    private static func hit(_ number: Int) -> Hit {
        Hit(path: PathName("f\(number / 10)"), line: number % 10 + 1, offset: 0, text: [])
    }

    private static func batch(_ numbers: some Sequence<Int>, isLast: Bool = false) -> SearchBatch {
        var batch = SearchBatch()
        batch.hits = numbers.sorted().map(hit).sorted()
        batch.counts.files = 1
        batch.counts.matches = batch.hits.count
        batch.isLast = isLast
        return batch
    }

    /// Dependencies whose lanes find these batches in sequence.
    ///
    /// Each missing file is missing `losses` times.
    private static func dependencies(_ batches: Batches, losses: Int = 0) -> ResultsDependencies {
        let attempts = Batches([])
        return ResultsDependencies { lane in
            await batches.next()
        } retry: { search, path in
            guard await attempts.count() > losses else { throw FileVanished(in: search) }
            return batch([7])
        } count: { report in
            report(2)
            return 5
        }
    }

    @Test func hitsAreTheFirstOnesInAnyOrderOfBatches() {
        let reducer = results.reducer
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var results = ResultsState(lanes: 10, limit: 5)
            reducer.reduce(.search("x"), &results)
            let numbers = (0..<30).shuffled(using: &random)
            let batches = stride(from: 0, to: 30, by: 3).map { Self.batch(numbers[$0..<$0 + 3]) }
            for (lane, batch) in zip(results.lanes, batches) { reducer.reduce(.found(lane, batch), &results) }
            #expect(results.hits == (0..<5).map(Self.hit))
            #expect(results.counts.matches == 30)
        }
    }

    @Test func selectionStaysOnItsHitWhileOthersCome() {
        let store = Store(initialState: ResultsState(lanes: 1, limit: 100), reducer: results.reducer)
        func find(_ numbers: [Int]) {
            if let lane = store.state.lanes.first { store.dispatch(.found(lane, Self.batch(numbers))) }
        }
        store.dispatch(.search("x"))
        #expect(store.state.selection == nil)
        store.dispatch(.select(.by(1)))
        find([20, 30, 40])
        #expect(store.state.selection == 0)
        find([10])
        #expect(store.state.selected == Self.hit(10))
        store.dispatch(.select(.by(2)))
        find([1, 2, 35])
        #expect(store.state.selected == Self.hit(30))
        store.dispatch(.select(.by(99)))
        #expect(store.state.selected == Self.hit(40))
        store.dispatch(.select(.first))
        store.dispatch(.select(.by(-1)))
        #expect(store.state.selection == 0)
    }

    @Test func lateAnswerChangesNothing() throws {
        let store = Store(initialState: ResultsState(lanes: 2), reducer: results.reducer)
        store.dispatch(.search("x"))
        let (lane, search) = (try #require(store.state.lanes.first), try #require(store.state.search))
        store.dispatch(.vanished(search, PathName("f")))
        store.dispatch(.search("y"))
        let state = store.state
        for action in [
            ResultsAction.found(lane, Self.batch([1])), .vanished(search, PathName("f")), .lost(search),
            .foundAgain(search, Self.batch([1])),
        ] {
            store.dispatch(action)
            #expect(store.state == state)
        }
    }

    @Test func lanesFindAllBatchesAndThenRest() async {
        let batches = (0..<20).map { Self.batch([$0]) }
        let store = Store(
            initialState: ResultsState(lanes: 3),
            feature: results,
            dependencies: Self.dependencies(Batches(batches))
        )
        store.dispatch(.search("x"))
        #expect(store.state.lanes.count == 3)
        await store.settled()
        #expect(!store.state.isSearching)
        #expect(store.state.hits == (0..<20).map(Self.hit))
    }

    @Test func newSearchBeginsWithoutHitsAndEmptyTextStartsNone() async {
        let store = Store(
            initialState: ResultsState(lanes: 2),
            feature: results,
            dependencies: Self.dependencies(Batches([Self.batch([1])]))
        )
        store.dispatch(.search("x"))
        await store.settled()
        store.dispatch(.search(" "))
        await store.settled()
        #expect(store.state.hits == [])
        #expect(!store.state.isSearching)
        #expect(store.state.counts == SearchCounts())
    }

    @Test(arguments: [(0, 1, 0), (3, 1, 0), (4, 0, 1)])
    func fileThatVanishesIsLookedForThreeTimesMore(losses: Int, found: Int, vanished: Int) async {
        var batch = Self.batch([])
        batch.vanished = [PathName("gone")]
        let store = Store(
            initialState: ResultsState(lanes: 1),
            feature: results,
            dependencies: Self.dependencies(Batches([batch]), losses: losses)
        )
        store.dispatch(.search("x"))
        await store.settled()
        #expect(store.state.hits.count == found)
        #expect(store.state.counts.vanished == vanished)
        #expect(!store.state.isSearching)
    }

    @Test func restartCountsTheFiles() async {
        let store = Store(
            initialState: ResultsState(lanes: 1),
            feature: results,
            dependencies: Self.dependencies(Batches([]))
        )
        store.dispatch(.restart(""))
        await store.settled()
        #expect(store.state.total == 5)
        #expect(store.state.isCounted)
    }

    @Test func unopenableFolderIsReported() async {
        let store = Store(
            initialState: ResultsState(lanes: 2),
            feature: results,
            dependencies: ResultsDependencies.live(folder: "/nowhere/at/all", textLimit: nil)
        )
        store.dispatch(.search("x"))
        await store.settled()
        #expect(store.state.failure != nil)
        #expect(!store.state.isSearching)
    }
}

/// Returns batches one by one, followed by empty last batches.
private actor Batches {
    private var rest: [SearchBatch]
    private var calls = 0

    init(_ batches: [SearchBatch]) { rest = batches }

    func next() -> SearchBatch {
        guard rest.isEmpty else { return rest.removeFirst() }
        var last = SearchBatch()
        last.isLast = true
        return last
    }

    func count() -> Int {
        calls += 1
        return calls
    }
}
