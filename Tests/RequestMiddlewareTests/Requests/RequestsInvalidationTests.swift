// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// An answer is only fresh if it was not invalidated since the start of its run.
@Suite struct RequestsInvalidationTests {
    private let count = hasFewRounds ? 100 : 1_000
    /// The tags of the books, which come with their answers.
    private static let tags: @Sendable (Int, String) -> Set<RequestTag> = { key, _ in
        ["author \(key % 2)"]
    }

    private func shelf(
        _ schedule: Schedule,
        _ server: BookServer,
        _ options: ShelfOptions = ShelfOptions(tags: RequestsInvalidationTests.tags)
    ) -> ShelfStore {
        ShelfStore(schedule, options) { try await server.answer($0, after: .seconds(10), $1) }
    }

    // redux-toolkit 3116: invalidations wait until all queries are settled.
    @Test(arguments: [RequestsAction<Int, String>.invalidate([1]), .invalidateTag("author 1")])
    func keyInvalidatedDuringALongRunIsRequestedOnceMore(invalidation: RequestsAction<Int, String>) {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            let shelf = shelf(schedule, server)
            shelf.need([2, 1])
            shelf.advance(by: .seconds(5))
            shelf.send(.books(invalidation))
            shelf.expect { $0.books[1].isRunning && $0.books[1].output == nil }
            shelf.advance(by: .seconds(5))
            // The other request does not wait, and the answer is shown anyway.
            shelf.expect { $0.books[2].output == "2.1" && !$0.books[2].isRunning && !$0.books.isStale(2) }
            shelf.expect { $0.books[1].output == "1.1" && $0.books[1].isRunning && $0.books.isStale(1) }
            shelf.advance(by: .seconds(10))
            shelf.expect { $0.books[1].output == "1.2" && !$0.books[1].isRunning && !$0.books.isStale(1) }
            #expect(server.asked.sorted() == [1, 1, 2])
            shelf.end()
        }
    }

    @Test func longRunDoesNotDelayInvalidationsOfOtherKeys() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = BookServer()
            let shelf = ShelfStore(schedule, ShelfOptions(tags: Self.tags)) { key, clock in
                try await server.answer(key, after: key == 9 ? .seconds(1_000) : .zero, clock)
            }
            shelf.need([1, 9])
            shelf.expect { $0.books[1].output == "1.1" }
            shelf.send(.books(.invalidateTag("author 1")))
            shelf.expect { $0.books[1].output == "1.2" && !$0.books[1].isRunning }
            shelf.end()
        }
    }

    @Test func keyInvalidatedBeforeItsRunIsFresh() {
        exploreSchedules(count) { schedule in
            let server = BookServer()
            let shelf = shelf(schedule, server)
            shelf.send(.books(.need([2])))
            for action in [RequestsAction<Int, String>.invalidateTag("author 1"), .invalidate([1])] {
                shelf.send(.books(action))
            }
            shelf.need([2, 1])
            shelf.advance(by: .seconds(11))
            shelf.expect { $0.books[1].output == "1.1" && !$0.books.isStale(1) && !$0.books[1].isRunning }
            #expect(server.asked.sorted() == [1, 2])
            shelf.end()
        }
    }

    @Test func unneededKeyIsInvalidatedAndRequestedWhenItIsNeeded() {
        let server = BookServer()
        let shelf = shelf(.inOrder, server)
        shelf.need([1, 2])
        shelf.advance(by: .seconds(10))
        shelf.need([])
        shelf.send(.books(.invalidateTag("author 1")))
        #expect(shelf.books.isStale(1) && !shelf.books.isStale(2) && shelf.runningKeys.isEmpty)
        shelf.need([1, 2])
        #expect(shelf.runningKeys == [1] && shelf.books[1].output == "1.1")
        shelf.end()
    }

    @Test func keysOfATagAreRequestedInTheOrderOfNeed() {
        let server = BookServer()
        let shelf = shelf(.inOrder, server)
        let keys = [7, 3, 9, 1, 15, 5, 13, 11]
        shelf.need(keys + [3])
        shelf.advance(by: .seconds(10))
        shelf.send(.books(.invalidateTag("author 1")))
        #expect(shelf.runningKeys == keys)
        shelf.end()
    }

    @Test func keyInvalidatedTwiceIsRequestedOnce() {
        let server = BookServer()
        let shelf = shelf(.inOrder, server)
        shelf.need([1])
        shelf.advance(by: .seconds(10))
        shelf.send(.books(.invalidate([1, 1])))
        shelf.advance(by: .seconds(100))
        #expect(server.asked == [1, 1])
        shelf.end()
    }

    @Test func keyInvalidatedDuringARequestIsStaleAtOnce() {
        let server = BookServer()
        let shelf = shelf(.inOrder, server, ShelfOptions(polling: .seconds(5)))
        shelf.need([1])
        shelf.advance(by: .seconds(16))
        #expect(shelf.books[1].isRunning && !shelf.books.isStale(1))
        shelf.send(.books(.invalidate([1])))
        #expect(shelf.books.isStale(1) && shelf.books[1].output == "1.1")
        shelf.end()
    }

    @Test func requestedKeyBecomesStaleInTime() {
        let server = BookServer()
        let shelf = shelf(.inOrder, server, ShelfOptions(staleAfter: .seconds(8), polling: .seconds(5)))
        shelf.need([1])
        shelf.advance(by: .seconds(17))
        #expect(shelf.books[1].isRunning && !shelf.books.isStale(1))
        shelf.advance(by: .seconds(1))
        #expect(shelf.books[1].isRunning && shelf.books.isStale(1))
        shelf.need([1])
        #expect(server.asked == [1, 1])
        shelf.end()
    }

    @Test func droppedAnswerKeepsTheStaleness() {
        let server = BookServer()
        let shelf = shelf(.inOrder, server)
        shelf.need([1])
        shelf.advance(by: .seconds(10))
        shelf.send(.books(.invalidate([1])))
        shelf.change { $0.confirm(1, $0.edit(1) { $0 += "!" }) }
        shelf.advance(by: .seconds(10))
        #expect(server.asked == [1, 1, 1])
        #expect(shelf.books[1].output == "1.1!" && shelf.books[1].isRunning && shelf.books.isStale(1))
        shelf.end()
    }

    @Test func tagsOfAnAnswerReplaceThePreviousOnes() {
        let server = BookServer()
        let tags: @Sendable (Int, String) -> Set<RequestTag> = { ["\($1)", "all"] }
        let shelf = shelf(.inOrder, server, ShelfOptions(tags: tags))
        shelf.need([1])
        shelf.advance(by: .seconds(10))
        shelf.send(.books(.invalidateTag("1.1")))
        shelf.advance(by: .seconds(10))
        for tag in ["1.1", "1.3", "none"] { shelf.send(.books(.invalidateTag("\(tag)"))) }
        #expect(!shelf.books.isStale(1) && server.asked == [1, 1])
        for tag in ["all", "1.2"] { shelf.send(.books(.invalidateTag("\(tag)"))) }
        #expect(shelf.books.isStale(1) && server.asked == [1, 1, 1])
        shelf.end()
    }

    @Test func onlyNeededFailedKeysAreRetried() {
        let server = BookServer()
        let shelf = ShelfStore(.inOrder) { key, clock in
            let answer = try await server.answer(key, clock)
            if answer == "1.2" { throw RequestFailure("none") }
            return answer
        }
        shelf.need([1])
        shelf.send(.books(.retry(1)))
        shelf.send(.books(.retry(2)))
        #expect(server.asked == [1])
        shelf.send(.books(.invalidate([1])))
        shelf.need([])
        shelf.send(.books(.retry(1)))
        #expect(shelf.books[1].failure == RequestFailure("none") && shelf.books[1].output == "1.1")
        shelf.need([1])
        #expect(server.asked == [1, 1, 1] && shelf.books[1].output == "1.3")
        shelf.end()
    }

    @Test func tagsOfADroppedEntryDoNotAffectLaterAnswers() {
        let server = BookServer()
        let tags: @Sendable (Int, String) -> Set<RequestTag> = { ["\($1)"] }
        let shelf = ShelfStore(.inOrder, ShelfOptions(keptFor: .seconds(5), tags: tags)) {
            try await server.answer($0, $1)
        }
        shelf.need([1])
        shelf.need([])
        shelf.advance(by: .seconds(5))
        #expect(shelf.books.keys.isEmpty)
        shelf.need([1])
        shelf.send(.books(.invalidateTag("1.1")))
        #expect(!shelf.books.isStale(1) && server.asked == [1, 1])
        shelf.end()
    }

    @Test func decodedCacheIsInvalidatedByItsTags() throws {
        let (world, server) = (TestWorld(), BookServer())
        let load: @Sendable (Int, TestClock) async throws -> String = { try await server.answer($0, $1) }
        let first = ShelfStore(ShelfOptions(tags: Self.tags), in: world, load: load)
        first.need([1])
        let kept = Shelf(books: try first.books.copied())
        first.kill()
        let second = ShelfStore(ShelfOptions(tags: Self.tags), shelf: kept, in: world, load: load)
        second.need([1])
        #expect(second.books[1].output == "1.2" && !second.books.isStale(1))
        second.send(.books(.invalidateTag("author 1")))
        #expect(second.books[1].output == "1.3")
        second.end()
    }
}
