// SPDX-License-Identifier: MIT

import Foundation
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Optimistic changes of entries.
@Suite struct RequestsEditTests {
    private let count = hasFewRounds ? 100 : 1_000

    /// A server that answers after two seconds, with its data at the time of the request.
    private final class Server: Sendable {
        private let state = Lock((text: "a", isOffline: false, asked: 0))

        var asked: Int { state.withLock { $0.asked } }

        func write(_ text: String) { state.withLock { $0.text += text } }

        func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

        func answer(_ clock: TestClock) async throws -> String {
            let (text, isOffline) = state.withLock { state in
                state.asked += 1
                return (state.text, state.isOffline)
            }
            if isOffline { throw RequestFailure("offline") }
            try await clock.sleep(for: .seconds(2))
            return text
        }
    }

    @Test func numberOfAnEndedEditIsNotReused() {
        var books = Requests<Int, String>()
        let first = books.edit(1) { $0 += "1" }
        books.rollback(1, first)
        let second = books.edit(1) { $0 += "2" }
        books.need([1])
        books.answer(1, "a")
        books.rollback(1, first)
        #expect(books[1].output == "a2")
        books.confirm(1, second)
        books.answer(1, "a2")
        // Dropped, and requested again.
        books.need([])
        books.age(.unneeded, upTo: .max)
        #expect(books.keys.isEmpty)
        books.need([1, 2])
        books.answer(1, "b")
        let third = books.edit(1) { $0 += "3" }
        books.edit(2) { $0 += "4" }
        for edit in [first, second] { books.rollback(1, edit) }
        #expect(books[1].output == "b3")
        #expect(Set([first, second, third]).count == 3)
    }

    @Test func editsOfADecodedCacheContinueTheNumbers() throws {
        var books = Requests<Int, String>()
        books.need([1])
        books.answer(1, "a")
        let kept = books.edit(1) { $0 += "1" }
        books.confirm(1, kept)
        var again = try JSONDecoder().decode(Requests<Int, String>.self, from: JSONEncoder().encode(books))
        #expect(again[1].output == "a1")
        again.edit(1) { $0 += "2" }
        again.rollback(1, kept)
        #expect(again[1].output == "a12")
    }

    private func shelf(_ schedule: Schedule, _ server: Server, _ options: ShelfOptions = ShelfOptions()) -> ShelfStore {
        let shelf = ShelfStore(schedule, options) { _, clock in try await server.answer(clock) }
        shelf.need([1])
        shelf.advance(by: .seconds(3))
        shelf.expect { $0.books[1].output == "a" }
        return shelf
    }

    /// Appends a text to the output, and returns the number of the change.
    private func edit(_ shelf: ShelfStore, _ text: String) -> RequestEdit? {
        let before = Set(shelf.books[1].pendingEdits)
        shelf.change { $0.edit(1) { $0 += text } }
        return shelf.books[1].pendingEdits.first { !before.contains($0) }
    }

    @Test func answerRequestedBeforeAnEditDoesNotUndoIt() {
        exploreSchedules(count) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            shelf.send(.books(.invalidate([1])))
            shelf.advance(by: .seconds(1))
            let edit = edit(shelf, "b")
            shelf.advance(by: .seconds(2))
            shelf.expect { $0.books[1].output == "ab" && !$0.books[1].isRunning }
            server.write("b")
            shelf.change { $0.confirm(1, edit) }
            // The answer may or may not contain the edit.
            shelf.expect { $0.books[1].output == "ab" && $0.books[1].isRunning }
            shelf.advance(by: .seconds(3))
            shelf.expect { $0.books[1].output == "ab" && !$0.books[1].isRunning }
            #expect(server.asked == 3)
            shelf.end()
        }
    }

    @Test func answerRequestedBeforeAConfirmationIsDropped() {
        exploreSchedules(count, lateness: .zero) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            shelf.send(.books(.invalidate([1])))
            shelf.advance(by: .seconds(1))
            let edit = edit(shelf, "b")
            server.write("b")
            shelf.change { $0.confirm(1, edit) }
            for _ in 0..<2 {
                shelf.expect { $0.books[1].output == "ab" && $0.books[1].isRunning }
                shelf.advance(by: .seconds(1))
            }
            shelf.advance(by: .seconds(1))
            shelf.expect { $0.books[1].output == "ab" && !$0.books[1].isRunning && !$0.books.isStale(1) }
            #expect(server.asked == 3)
            shelf.end()
        }
    }

    // redux-toolkit 4271 and TanStack query 4896: patches are undone on top of other patches.
    @Test(arguments: [0, 1]) func rollbackOfAnEditOfAnEntryKeepsTheOther(rolledBack: Int) {
        exploreSchedules(count) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            let edits = [edit(shelf, "b"), edit(shelf, "c")]
            shelf.expect { $0.books[1].output == "abc" }
            shelf.change { $0.rollback(1, edits[rolledBack]) }
            let text = ["c", "b"][rolledBack]
            shelf.expect { $0.books[1].output == "a" + text && $0.books[1].pendingEdits.count == 1 }
            server.write(text)
            shelf.change { $0.confirm(1, edits[1 - rolledBack]) }
            shelf.expect { $0.books[1].output == "a" + text && $0.books[1].pendingEdits.isEmpty }
            shelf.expect { !$0.books[1].isRunning }
            shelf.end()
        }
    }

    // redux-toolkit 5140: the edited output stays until the network is back.
    @Test func rollbackWhileOfflineShowsThePreviousOutput() {
        exploreSchedules(count) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            server.setOffline(true)
            let edit = edit(shelf, "b")
            shelf.send(.books(.invalidate([1])))
            shelf.expect { $0.books[1].failure == RequestFailure("offline") && $0.books[1].output == "ab" }
            shelf.change { $0.rollback(1, edit) }
            shelf.expect { $0.books[1].output == "a" && $0.books.isStale(1) && !$0.books[1].isRunning }
            server.setOffline(false)
            shelf.send(.books(.retry(1)))
            shelf.advance(by: .seconds(3))
            shelf.expect { $0.books[1].output == "a" && !$0.books.isStale(1) }
            shelf.end()
        }
    }

    @Test func failureKeepsEdits() {
        exploreSchedules(count) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            _ = edit(shelf, "b")
            server.setOffline(true)
            shelf.send(.books(.invalidate([1])))
            shelf.expect { $0.books[1].output == "ab" && $0.books[1].failure != nil }
            shelf.end()
        }
    }

    @Test func editConfirmedAfterARollbackSurvivesAnOlderAnswer() {
        exploreSchedules(count) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            let (kept, undone) = (edit(shelf, "b"), edit(shelf, "c"))
            shelf.send(.books(.invalidate([1])))
            shelf.advance(by: .seconds(1))
            server.write("b")
            shelf.change { $0.rollback(1, undone) }
            shelf.change { $0.confirm(1, kept) }
            shelf.advance(by: .seconds(6))
            shelf.expect { $0.books[1].output == "ab" && !$0.books[1].isRunning }
            shelf.end()
        }
    }

    @Test func answerDuringAnEditIsShownAfterItsRollback() {
        exploreSchedules(count) { schedule in
            let server = Server()
            let shelf = shelf(schedule, server)
            let edit = edit(shelf, "!")
            server.write("b")
            shelf.send(.books(.invalidate([1])))
            shelf.advance(by: .seconds(3))
            shelf.expect { $0.books[1].output == "ab!" }
            shelf.change { $0.rollback(1, edit) }
            shelf.expect { $0.books[1].output == "ab" && !$0.books[1].isRunning }
            #expect(server.asked == 2)
            shelf.end()
        }
    }

    // TanStack query 6238: a running write is lost with the page.
    @Test(arguments: [true, false]) func writeSentAgainAfterARestartIsShownOnTopOfTheStoredAnswer(hasArrived: Bool)
        throws
    {
        let (world, server) = (TestWorld(), Server())
        let load: @Sendable (Int, TestClock) async throws -> String = { try await server.answer($1) }
        let first = ShelfStore(ShelfOptions(), in: world, load: load)
        first.need([1])
        first.advance(by: .seconds(2))
        _ = edit(first, "b")
        if hasArrived { server.write("b") }
        let kept = Shelf(books: try first.books.copied())
        first.kill()
        let second = ShelfStore(ShelfOptions(), shelf: kept, in: world, load: load)
        #expect(second.books[1].output == "a" && second.books.isStale(1))
        // The owner of the write applies the edit again, requests the answer, and sends the write.
        second.change { $0.edit(1) { if !$0.contains("b") { $0 += "b" } } }
        #expect(second.books[1].output == "ab")
        second.need([1])
        second.advance(by: .seconds(2))
        #expect(second.books[1].output == "ab" && second.books[1].pendingEdits.count == 1)
        if !hasArrived { server.write("b") }
        second.change { $0.confirm(1) }
        second.advance(by: .seconds(2))
        #expect(second.books[1].output == "ab" && !second.books[1].isRunning && !second.books.isStale(1))
        second.change { $0.confirm(1) }
        #expect(second.runs.isEmpty)
        second.end()
    }

    @Test func confirmedEditOfAnUnneededKeyIsRequestedWhenItIsNeeded() {
        let server = Server()
        let shelf = shelf(.inOrder, server)
        shelf.send(.books(.invalidate([1])))
        let edit = edit(shelf, "b")
        shelf.advance(by: .seconds(2))
        shelf.need([])
        server.write("b")
        shelf.change { $0.confirm(1, edit) }
        #expect(shelf.books[1].output == "ab" && shelf.books.isStale(1) && shelf.runs.isEmpty)
        shelf.need([1])
        shelf.advance(by: .seconds(2))
        #expect(shelf.books[1].output == "ab" && !shelf.books.isStale(1) && server.asked == 3)
        shelf.end()
    }

    @Test func editOfAnUnknownKeyIsShownWithItsAnswer() {
        let server = Server()
        let shelf = ShelfStore(.inOrder) { _, clock in try await server.answer(clock) }
        let edit = edit(shelf, "b")
        #expect(shelf.books[1].output == nil && shelf.books[1].pendingEdits.count == 1)
        shelf.need([1])
        shelf.advance(by: .seconds(2))
        #expect(shelf.books[1].output == "ab")
        shelf.change { $0.rollback(1, edit) }
        #expect(shelf.books[1].output == "a")
        shelf.change { $0.confirm(2) }
        shelf.change { $0.rollback(2) }
        #expect(Array(shelf.books.keys) == [1])
        shelf.end()
    }
}
