// SPDX-License-Identifier: MIT

import EffectMiddleware
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The contract of a cache.
@Suite struct RequestsContractTests {
    private let count = hasFewRounds ? 100 : 1_000

    // MARK: The state determines the runs

    @Test func neededKeysWithoutAnAnswerAreRequested() {
        exploreSchedules(count) { schedule in
            let shelf = ShelfStore(schedule) { key, clock in
                try await BookServer().answer(key, after: .seconds(1), clock)
            }
            for keys in [[1, 2], [2, 3], [3, 2, 4], [4]] {
                shelf.need(keys)
                #expect(Set(shelf.runningKeys) == Set(keys))
                #expect(shelf.runningKeys.count == keys.count)
                #expect(keys.allSatisfy { shelf.books[$0].isRunning })
            }
            shelf.advance(by: .seconds(2))
            #expect(shelf.books[4].output == "4.1" && shelf.runs.isEmpty)
            #expect(shelf.books[1] == Request() && shelf.books[2] == Request() && shelf.books[3] == Request())
            shelf.end()
        }
    }

    @Test func decodedCacheRunsNothingUntilItIsNeeded() throws {
        let world = TestWorld()
        let server = BookServer()
        let load: @Sendable (Int, TestClock) async throws -> String = {
            try await server.answer($0, after: .seconds(1), $1)
        }
        var state = Shelf()
        let first = ShelfStore(ShelfOptions(), in: world, load: load)
        first.need([1])
        first.advance(by: .seconds(1))
        first.need([1, 2])
        state.books = try first.books.copied()
        first.kill()
        let second = ShelfStore(ShelfOptions(), shelf: state, in: world, load: load)
        #expect(second.runningKeys.isEmpty && second.books.needed.isEmpty)
        #expect(second.books[1].output == "1.1" && second.books.isStale(1) && Array(second.books.keys) == [1])
        second.need([2, 1])
        #expect(second.runningKeys == [2, 1] && second.books[1].output == "1.1")
        second.advance(by: .seconds(1))
        #expect(second.books[1].output == "1.2" && second.books[2].output == "2.2" && !second.books.isStale(1))
        second.end()
    }

    @Test func removedRunIsCancelledAndRestoredRunRuns() {
        exploreSchedules(count) { schedule in
            let shelf = ShelfStore(schedule) { key, clock in
                try await BookServer().answer(key, after: .seconds(1), clock)
            }
            shelf.need([1, 2])
            let before = shelf.books
            shelf.change { $0 = Requests() }
            #expect(shelf.runningKeys.isEmpty)
            shelf.advance(by: .seconds(2))
            shelf.change { $0 = before }
            #expect(shelf.runningKeys == [1, 2])
            shelf.advance(by: .seconds(2))
            #expect(shelf.books[1].output == "1.1" && shelf.books[2].output == "2.1")
            shelf.end()
        }
    }

    // MARK: One run for one key

    @Test func keyNeededTwiceIsRequestedOnce() {
        exploreSchedules(count) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule) { key, clock in
                try await server.answer(key, after: .seconds(1), clock)
            }
            shelf.need([1, 1, 2, 1])
            shelf.need([2, 1])
            shelf.need([1, 2])
            shelf.advance(by: .seconds(2))
            shelf.need([2, 1, 2])
            shelf.need([2, 1, 2])
            #expect(server.asked.sorted() == [1, 2])
            shelf.end()
        }
    }

    @Test func answerOfAnUnneededKeyIsNotProcessed() {
        exploreSchedules(count) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule) { key, clock in
                let number = server.begin(key)
                if number == 1 { await clock.sleepStubbornly(for: .seconds(1)) }
                server.end()
                return "\(key).\(number)"
            }
            shelf.need([1])
            shelf.need([])
            shelf.need([1])
            shelf.advance(by: .seconds(3))
            // The body may be cancelled before it begins.
            let answers = shelf.actions.compactMap { $0.action.books?.answered?.output }
            #expect(answers == ["1.\(server.asked.count)"])
            #expect(shelf.books[1].output == answers.last)
            shelf.end()
        }
    }

    // MARK: Stale answers are shown

    @Test func staleAnswerIsShownDuringARequestAndAfterAFailure() {
        exploreSchedules(count) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule, ShelfOptions(staleAfter: .seconds(10))) { key, clock in
                let answer = try await server.answer(key, after: .seconds(1), clock)
                if answer == "1.2" { throw RequestFailure("none") }
                return answer
            }
            shelf.need([1])
            shelf.advance(by: .seconds(2))
            #expect(!shelf.books.isStale(1))
            shelf.advance(by: .seconds(10))
            #expect(shelf.books.isStale(1) && !shelf.books[1].isRunning)
            shelf.need([1])
            #expect(shelf.books[1].isRunning && shelf.books[1].output == "1.1" && shelf.books.isStale(1))
            shelf.advance(by: .seconds(2))
            #expect(shelf.books[1].failure == RequestFailure("none") && shelf.books[1].output == "1.1")
            #expect(shelf.books.isStale(1))
            shelf.need([1])
            #expect(!shelf.books[1].isRunning)
            shelf.send(.books(.retry(1)))
            shelf.advance(by: .seconds(2))
            #expect(shelf.books[1].output == "1.3" && !shelf.books.isStale(1))
            shelf.end()
        }
    }

    @Test func unneededEntryIsKeptForATimeAndThenDropped() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule, ShelfOptions(keptFor: .seconds(10))) { try await server.answer($0, $1) }
            shelf.need([1, 2])
            shelf.expect { $0.books[1].output == "1.1" }
            shelf.need([2])
            shelf.advance(by: .seconds(5))
            shelf.need([])
            shelf.advance(by: .milliseconds(4_999))
            #expect(Set(shelf.books.keys) == [1, 2])
            shelf.advance(by: .milliseconds(1))
            #expect(Set(shelf.books.keys) == [2])
            shelf.need([2])
            shelf.advance(by: .seconds(20))
            #expect(Set(shelf.books.keys) == [2] && server.asked.sorted() == [1, 2])
            shelf.need([])
            shelf.advance(by: .milliseconds(9_999))
            #expect(Set(shelf.books.keys) == [2])
            shelf.advance(by: .milliseconds(1))
            #expect(shelf.books.keys.isEmpty)
            shelf.end()
        }
    }

    @Test func oneTimerServesAllKeys() {
        let times = ShelfOptions(staleAfter: .seconds(20), keptFor: .seconds(10), polling: .seconds(30))
        let shelf = ShelfStore(.inOrder, times) { key, _ in "\(key)" }
        for first in 0..<10 {
            shelf.need(Array(first * 10..<first * 10 + 20))
            shelf.advance(by: .milliseconds(100))
        }
        #expect(shelf.books.keys.count == 110)
        #expect(shelf.runs.compactMap(\.key).sorted() == ["fresh", "resting", "unneeded"])
        shelf.need([])
        shelf.advance(by: .seconds(10))
        #expect(shelf.books.keys.isEmpty && shelf.runs.isEmpty)
        shelf.end()
    }

    @Test func pendingEditKeepsAnUnneededEntry() {
        let shelf = ShelfStore(.inOrder, ShelfOptions(keptFor: .seconds(10))) { key, _ in "\(key)" }
        shelf.change { $0.edit(1) { $0 += "!" } }
        shelf.advance(by: .seconds(25))
        #expect(Array(shelf.books.keys) == [1])
        shelf.change { $0.rollback(1) }
        #expect(shelf.books.keys.isEmpty)
        shelf.need([2])
        shelf.change { $0.edit(2) { $0 += "!" } }
        shelf.need([])
        shelf.advance(by: .seconds(25))
        #expect(shelf.books[2].output == "2!")
        shelf.change { $0.confirm(2) }
        shelf.advance(by: .seconds(10))
        #expect(shelf.books.keys.isEmpty)
        shelf.end()
    }

    @Test func duplicateKeyCountsOnce() {
        var texts = Requests<Int, String>()
        texts.need([2, 1, 2])
        #expect(texts.needed == [2, 1])
    }
}

/// The cost of a cache with many keys.
@Suite struct RequestsCostTests {
    @Test func releasingAllKeysIsLinear() {
        func hashes(releasing count: Int) -> Int {
            let hashes = Lock(0)
            let keys = (0..<count).map { CountedKey($0, hashes: hashes) }
            var requests = Requests<CountedKey, Int>()
            requests.need(keys)
            for key in keys { requests.answer(key, key.value) }
            hashes.withLock { $0 = 0 }
            requests.need([])
            return hashes.withLock(\.self)
        }
        #expect(hashes(releasing: 2_000) < 15 * hashes(releasing: 200))
    }
}
