// SPDX-License-Identifier: MIT

import EffectMiddleware
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Retries, limits, polling and time spans, on the clock of the store.
@Suite struct RequestsTimeTests {
    private let count = hasFewRounds ? 100 : 1_000

    private func cache(_ options: ShelfOptions) -> (ShelfStore, keep: () -> Void, putBack: () -> Void) {
        let server = BookServer()
        let shelf = ShelfStore(.inOrder, options) { key, clock in try await server.answer(key, clock) }
        let kept = Lock(Requests<Int, String>())
        return (
            shelf, { shelf.change { books in kept.withLock { $0 = books } } },
            { shelf.change { books in books = kept.withLock { $0 } } }
        )
    }

    @Test func answerIsFreshForItsTimeInARestoredCacheToo() {
        let (shelf, keep, putBack) = cache(ShelfOptions(staleAfter: .seconds(30)))
        shelf.need([1])
        keep()
        shelf.need([1, 2, 3, 4, 5])
        shelf.advance(by: .seconds(20))
        putBack()
        shelf.need([1, 6, 7])
        shelf.advance(by: .seconds(9))
        shelf.expect { books in [1, 6, 7].allSatisfy { !books.books.isStale($0) } }
        shelf.advance(by: .seconds(1))
        shelf.expect { $0.books.isStale(1) && !$0.books.isStale(6) }
        shelf.advance(by: .seconds(19))
        shelf.expect { !$0.books.isStale(6) && !$0.books.isStale(7) }
        shelf.advance(by: .seconds(1))
        shelf.expect { $0.books.isStale(6) && $0.books.isStale(7) }
        shelf.end()
    }

    @Test func keyIsKeptForItsTimeInARestoredCacheToo() {
        let (shelf, keep, putBack) = cache(ShelfOptions(keptFor: .seconds(300)))
        shelf.need([1, 2, 3])
        shelf.need([2, 3])
        keep()
        shelf.need([])
        shelf.advance(by: .seconds(290))
        putBack()
        shelf.advance(by: .seconds(5))
        shelf.need([])
        shelf.advance(by: .seconds(6))
        shelf.expect { $0.books.keys.sorted() == [2, 3] }
        shelf.advance(by: .seconds(293))
        shelf.expect { $0.books.keys.sorted() == [2, 3] }
        shelf.advance(by: .seconds(1))
        shelf.expect { $0.books.keys.isEmpty }
        shelf.end()
    }

    @Test func infiniteTimesNeverEnd() async throws {
        let feature = Feature<RequestsAction<Int, Int>, Requests<Int, Int>, Void>.requests(
            staleAfter: .seconds(Int64.max),
            keptFor: .seconds(Int64.max),
            polling: .seconds(Int64.max),
            policy: .retrying(1, delay: .constant(.seconds(Int64.max))).timeout(.seconds(Int64.max))
        ) { key, _ in
            if key == 3 { throw RequestFailure("none") }
            return key
        }
        let store = Store(initialState: Requests(), feature: feature, dependencies: ())
        store.dispatch(.need([1, 2, 3]))
        for await state in store.states where state[1].output == 1 && state[2].output == 2 { break }
        store.dispatch(.need([3]))
        try await Task.sleep(for: .milliseconds(20))
        #expect(store.state[2].output == 2 && store.state[3].isRunning)
    }

    @Test func failedKeyIsRetriedByTheStoresClock() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            let policy = RequestPolicy.retrying(2, delay: .constant(.seconds(5)))
            let shelf = ShelfStore(schedule, ShelfOptions(policy: policy)) { key, _ in
                defer { server.end() }
                if server.begin(key) < 3 { throw RequestFailure("none") }
                return "\(key)"
            }
            shelf.need([1])
            shelf.advance(by: .milliseconds(4_999))
            shelf.expect { $0.books[1].phase == .running(1, attempt: 1) }
            shelf.advance(by: .milliseconds(1))
            shelf.expect { $0.books[1].phase == .running(1, attempt: 2) }
            shelf.advance(by: .seconds(5))
            shelf.expect { $0.books[1].phase == .done(1) }
            #expect(server.asked == [1, 1, 1])
            shelf.end()
        }
    }

    @Test func slowKeyFails() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule, ShelfOptions(policy: .timeout(.seconds(3)))) { key, clock in
                try await server.answer(key, after: .seconds(key), clock)
            }
            shelf.need([1, 9])
            shelf.advance(by: .milliseconds(2_999))
            shelf.expect { $0.books[9].isRunning && $0.books[1].output == "1.1" }
            shelf.advance(by: .milliseconds(1))
            shelf.expect { $0.books[9].failure?.isTimeout == true }
            shelf.end()
        }
    }

    @Test func neededKeyIsPolledFromItsLastAnswerFailureOrNeed() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule, ShelfOptions(polling: .seconds(10))) { key, clock in
                let answer = try await server.answer(key, after: .seconds(2), clock)
                if answer == "1.2" { throw RequestFailure("none") }
                return answer
            }
            shelf.need([1])
            shelf.advance(by: .milliseconds(11_999))
            shelf.expect { !$0.books[1].isRunning }
            shelf.advance(by: .milliseconds(1))
            shelf.expect { $0.books[1].isRunning && $0.books[1].output == "1.1" }
            shelf.advance(by: .seconds(12))
            shelf.expect { $0.books[1].isRunning }
            #expect(server.asked.count == 3)
            shelf.advance(by: .seconds(7))
            shelf.need([])
            shelf.advance(by: .seconds(100))
            #expect(server.asked.count == 3)
            shelf.need([1])
            shelf.advance(by: .milliseconds(9_999))
            shelf.expect { !$0.books[1].isRunning }
            shelf.advance(by: .milliseconds(1))
            shelf.expect { $0.books[1].isRunning }
            shelf.end()
        }
    }

    @Test func pollingFollowsTheRequest() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            // The first key is polled faster after a failure, and not after its third answer. The second one is not polled.
            let pollingOf: @Sendable (Int, Request<Int, String>) -> Duration? = { key, request in
                guard key == 1, request.output != "1.4" else { return nil }
                return .seconds(request.failure == nil ? 10 : 2)
            }
            let shelf = ShelfStore(schedule, ShelfOptions(pollingOf: pollingOf)) { key, clock in
                let answer = try await server.answer(key, after: .seconds(1), clock)
                if answer == "1.2" { throw RequestFailure("none") }
                return answer
            }
            shelf.need([1, 2])
            // Answers at 1, 15 and 26, a failure at 12.
            for (second, isRunning) in [
                (1, false), (11, true), (12, false), (14, true), (15, false), (25, true), (26, false),
            ] {
                shelf.advance(by: .seconds(second) - shelf.clock.now.offset - .milliseconds(1))
                shelf.expect(shelf.books[1].isRunning == !isRunning, "\(second)")
                shelf.advance(by: .milliseconds(1))
                shelf.expect(shelf.books[1].isRunning == isRunning, "\(second)")
            }
            shelf.advance(by: .seconds(100))
            #expect(server.asked.filter { $0 == 1 }.count == 4 && server.asked.count == 5)
            // It is asked again after each answer, and when a key is needed again.
            shelf.change { $0.invalidate([1]) }
            shelf.advance(by: .milliseconds(11_500))
            #expect(server.asked.count == 7)
            shelf.advance(by: .seconds(5))
            shelf.need([2])
            shelf.advance(by: .seconds(100))
            #expect(server.asked.count == 7)
            shelf.need([1, 2])
            shelf.advance(by: .milliseconds(9_999))
            shelf.expect { !$0.books[1].isRunning }
            shelf.advance(by: .milliseconds(1))
            shelf.expect { $0.books[1].isRunning && !$0.books[2].isRunning }
            shelf.end()
        }
    }

    @Test func pollingByHandAsksForANeededKeyThatRests() {
        let server = BookServer()
        let shelf = ShelfStore { key, clock in try await server.answer(key, after: .seconds(1), clock) }
        for (keys, isAsked) in [([1], true), ([1], false), ([], false), ([1], true)] {
            let before = server.asked.count
            shelf.need(keys)
            shelf.advance(by: isAsked ? .seconds(1) : .zero)
            shelf.change { $0.poll(1) }
            shelf.send(.books(.poll(1)))
            shelf.expect { $0.books[1].isRunning == !keys.isEmpty && !$0.books.isStale(1) || keys.isEmpty }
            #expect(server.asked.count <= before + 2)
        }
        shelf.send(.books(.poll(9)))
        shelf.expect { !$0.books.keys.contains(9) }
        shelf.end()
    }

    /// Many other changes, and another order of need, don't change the order of the starts.
    @Test func waitingRequestsKeepTheirOrderAfterManyChanges() {
        let server = BookServer()
        let shelf = ShelfStore(.inOrder, ShelfOptions(limit: 1)) { key, clock in
            try await server.answer(key, after: .seconds(1), clock)
        }
        shelf.change { books in
            books.need(Array(0..<5))
            books.need([4, 3, 2, 1, 0])
            for _ in 0..<40 { books.invalidate([99]) }
        }
        shelf.advance(by: .seconds(40))
        #expect(server.asked == Array(0..<5))
        shelf.end()
    }

    @Test func limitBoundsRunningBodiesAndKeepsTheOrder() {
        exploreSchedules(count) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule, ShelfOptions(limit: 2)) { key, clock in
                _ = server.begin(key)
                defer { server.end() }
                if key == 1 { await clock.sleepStubbornly(for: .seconds(9)) }
                try await clock.sleep(for: .seconds(1))
                return "\(key)"
            }
            shelf.need([1, 2, 3, 4, 5])
            shelf.expect { shelf in (1...5).allSatisfy { shelf.books[$0].isRunning } }
            shelf.advance(by: .milliseconds(500))
            // The body is still running.
            shelf.need([2, 3, 4, 5])
            shelf.advance(by: .seconds(20))
            // Two runs that may begin at once do so in any order.
            #expect(Set(server.asked.prefix(2)) == [1, 2] && server.asked.dropFirst(2) == [3, 4, 5])
            #expect(server.most == 2)
            shelf.end()
        }
    }

    @Test func replacingCacheKeepsItsKeysForTheirTime() throws {
        let shelf = ShelfStore(.inOrder, ShelfOptions(keptFor: .seconds(60))) { key, _ in "\(key)" }
        shelf.need([1, 2, 3, 4])
        let kept = try shelf.books.copied()
        shelf.need([])
        shelf.advance(by: .seconds(50))
        shelf.change { $0 = kept }
        shelf.advance(by: .seconds(59))
        #expect(shelf.books.keys.count == 4)
        shelf.advance(by: .seconds(1))
        #expect(shelf.books.keys.isEmpty)
        shelf.end()
    }

    @Test(arguments: [0, 10]) func entryWithPendingEditsIsKeptWithoutATimer(seconds: Int) {
        let span = Duration.seconds(seconds)
        let shelf = ShelfStore(.inOrder, ShelfOptions(keptFor: span)) { key, _ in "\(key)" }
        shelf.need([1])
        shelf.run()
        shelf.change { $0.edit(1) { $0 += "!" } }
        shelf.need([])
        shelf.advance(by: .seconds(100))
        #expect(shelf.books[1].output == "1!")
        #expect(shelf.actions.count { if case .books(.aged) = $0.action { true } else { false } } == 1)
        shelf.change { $0.confirm(1) }
        if span > .zero {
            shelf.advance(by: span - .milliseconds(1))
            #expect(shelf.books[1].output == "1!")
        }
        shelf.advance(by: .milliseconds(1))
        #expect(shelf.books.keys.isEmpty)
        shelf.end()
    }

    @Test func runsAndTimersAreNamedByTheirKeys() {
        let options = ShelfOptions(staleAfter: .seconds(60))
        let shelf = ShelfStore(.inOrder, options) { key, clock in
            try await clock.sleep(for: .seconds(key))
            return "\(key)"
        }
        shelf.need([1, 9])
        shelf.advance(by: .seconds(1))
        #expect(Set(shelf.runs.compactMap(\.key)) == ["9", "fresh"])
        shelf.end()
    }

    @Test func invalidTimesTrap() async {
        typealias Texts = Feature<RequestsAction<Int, String>, Requests<Int, String>, Void>
        let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Texts.requests(keptFor: .seconds(-1)) { key, _ in "\(key)" }
        }
        expectMessage(
            of: negative,
            contains: "The duration -1.0 seconds is negative. Pass zero or more for staleAfter and keptFor."
        )
        let endless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Texts.requests(polling: .zero) { key, _ in "\(key)" }
        }
        expectMessage(of: endless, contains: "The polling interval 0.0 seconds is not positive.")
    }

    @Test func failedKeyBecomesStaleOnceWithoutARequest() {
        let server = BookServer()
        let options = ShelfOptions(staleAfter: .seconds(8), polling: .seconds(5))
        let shelf = ShelfStore(.inOrder, options) { key, clock in
            let answer = try await server.answer(key, after: .seconds(1), clock)
            if answer == "1.2" { throw RequestFailure("none") }
            return answer
        }
        shelf.need([1])
        shelf.advance(by: .seconds(7))
        #expect(shelf.books[1].failure != nil && shelf.books.isStale(1))
        #expect(shelf.runs.compactMap(\.key) == ["resting"])
        shelf.advance(by: .seconds(3))
        shelf.need([1])
        #expect(server.asked == [1, 1] && shelf.books[1].failure != nil)
        shelf.end()
    }

    @Test func timerOfADroppedEntryEnds() {
        let shelf = ShelfStore(.inOrder, ShelfOptions(keptFor: .seconds(60))) { key, _ in "\(key)" }
        shelf.change { $0.edit(1) { $0 += "!" } }
        #expect(shelf.runs.compactMap(\.key) == ["unneeded"])
        shelf.change { $0.rollback(1) }
        #expect(shelf.runs.isEmpty)
        shelf.end()
    }

    @Test func attemptOfARestoredCacheIsCorrected() {
        let server = BookServer()
        let policy = RequestPolicy.retrying(1, delay: .constant(.seconds(1)))
        let load: @Sendable (Int, TestClock) async throws -> String = { key, clock in
            defer { server.end() }
            if server.begin(key) == 1 { throw RequestFailure("none") }
            try await clock.sleep(for: .seconds(9))
            return "\(key)"
        }
        let first = ShelfStore(.inOrder, ShelfOptions(policy: policy), load: load)
        first.need([1])
        first.advance(by: .seconds(1))
        let kept = first.state
        #expect(kept.books[1].phase == .running(1, attempt: 2))
        let second = ShelfStore(.inOrder, ShelfOptions(policy: policy), shelf: kept, load: load)
        #expect(second.books[1].phase == .running(1, attempt: 1))
        second.end()
        first.end()
    }

    @Test func mirrorShowsStalenessLikeEquality() {
        var books = Requests<Int, String>()
        books.need([1, 2])
        for key in books.needed { books.answer(key, "a") }
        books.need([])
        let before = String(reflecting: Mirror(reflecting: books).descendant("stale"))
        let fresh = books
        books.invalidate([2])
        #expect(books != fresh)
        #expect(before == "Optional(Set([]))")
        #expect(String(reflecting: Mirror(reflecting: books).descendant("stale")) == "Optional(Set([2]))")
    }
}
