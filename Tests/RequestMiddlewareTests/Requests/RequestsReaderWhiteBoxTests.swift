// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RequestMiddleware

/// How the feature finds the runs that a cache has lost and got.
@Suite struct RequestsReaderWhiteBoxTests {
    private typealias Cache = Requests<Int, Int>
    private typealias Reader<Run> = (RequestsContents<Int, Int>) -> (removed: [Run], added: [Run])

    // Every answer once searched the list of runs and compared it with the previous one: 8,000 keys took more
    // than a second.
    @Test(arguments: [1, 299, 7]) func answerVisitsOnlyItsOwnRun(step: Int) {
        let count = 300
        // In order, backwards and mixed.
        let keys = (0..<count).map { $0 * step % count }
        var requests = Cache()
        let reader: Reader<RequestRun<Int>> = runsReader { $0.run(of: $1) }
        requests.need(Array(0..<count))
        #expect(reader(requests.contents).added.map(\.input) == Array(0..<count))
        for key in keys {
            let before = requests.lastChange
            requests.answer(key, key)
            #expect(requests.contents.keysChanged(since: before) == [key])
            #expect(reader(requests.contents).removed.map(\.input) == [key])
        }
    }

    @Test func runsAreAddedInTheOrderOfTheirStart() {
        var requests = Cache()
        let reader: Reader<RequestRun<Int>> = runsReader { $0.run(of: $1) }
        requests.need([1, 2, 3])
        _ = reader(requests.contents)
        requests.answer(1, 1)
        requests.need([1, 2, 3, 4])
        requests.invalidate([1])
        requests.edit(4) { $0 += 1 }
        #expect(reader(requests.contents).added.map(\.input) == [4, 1])
        let other: Reader<RequestRun<Int>> = runsReader { $0.run(of: $1) }
        #expect(other(requests.contents).added.map(\.input) == [2, 3, 4, 1])
        requests.need([4])
        #expect(reader(requests.contents).removed.map(\.input) == [1, 2, 3])
    }

    /// The reader misses states, and reads older ones that were restored.
    @Test(arguments: 0..<(hasFewRounds ? 100 : 2_000)) func readerFindsTheChangesSinceAnyState(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var states = [Cache()]
        let runs: Reader<RequestRun<Int>> = runsReader { $0.run(of: $1) }
        let rests: Reader<WaitingKey<Int>> = runsReader { $0.rest(of: $1) }
        var (knownRuns, knownRests) = (Set<RequestRun<Int>>(), Set<WaitingKey<Int>>())
        for _ in 0..<40 {
            let isOld = Int.random(in: 0...5, using: &random) == 0
            var cache = states[isOld ? Int.random(in: states.indices, using: &random) : states.count - 1]
            for _ in 0..<[0, 1, 1, 1, 2, 5, 40].randomElement(using: &random)! { change(&cache, &random) }
            states.append(cache)
            let contents = cache.contents
            #expect(contents.changes.count <= 36)
            knownRuns = follow(runs, contents, knownRuns) { contents.run(of: $0) }
            knownRests = follow(rests, contents, knownRests) { contents.rest(of: $0) }
        }
    }

    private func follow<Run: Hashable>(
        _ reader: Reader<Run>,
        _ contents: RequestsContents<Int, Int>,
        _ known: Set<Run>,
        _ run: (Int) -> Run?
    ) -> Set<Run> {
        let now = Set((0...9).compactMap(run))
        let (removed, added) = reader(contents)
        #expect(Set(removed) == known.subtracting(now) && removed.count == Set(removed).count)
        #expect(Set(added) == now.subtracting(known) && added.count == Set(added).count)
        let again = reader(contents)
        #expect(again.removed.isEmpty && again.added.isEmpty)
        return now
    }

    private func change(_ cache: inout Cache, _ random: inout SeededGenerator) {
        let key = Int.random(in: 0...9, using: &random)
        switch Int.random(in: 0...9, using: &random) {
        case 0: cache.need((0..<key).shuffled(using: &random))
        case 1: cache.need(cache.needed + [key])
        case 2: cache.invalidate([key])
        case 3: cache.fail(key, RequestFailure("none"))
        case 4: cache.retry(key)
        case 5: cache.poll(key)
        case 6: cache.edit(key) { $0 += 1 }
        case 7: cache.confirm(key)
        default: cache.answer(key, key)
        }
    }
}
