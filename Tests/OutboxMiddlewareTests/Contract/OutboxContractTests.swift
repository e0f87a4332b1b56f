// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// The contract of an outbox.
@Suite struct OutboxContractTests {
    private let office = Office()
    private var post: Post { office.post }

    // MARK: 1

    @Test func waitingEntryIsNeverLost() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        #expect(first.phases == [1: .waiting])
        first.kill()
        let second = try office.begin(isOnline: false)
        #expect(second.phases == [1: .waiting])
        second.send(.connect(true))
        #expect(second.phases.isEmpty)
        #expect(post.calls == [1])
        second.finish()
    }

    @Test func entryIsOnDiskBeforeItsFirstAttempt() throws {
        let test = try office.begin()
        office.storage.failCalls(count: 1_000, with: 28)
        test.write(1)
        test.advance(by: .seconds(10))
        #expect(test.phases == [1: .saving])
        #expect(post.calls.isEmpty)
        #expect(test.news.contains { $0.storageFailed?.reason == .system(28) })
        office.storage.failCalls(count: 0, with: 0)
        test.advance(by: .seconds(10))
        #expect(post.calls == [1])
        test.finish()
    }

    @Test func unsavedChangesAreWrittenAtTheEndOfTheStore() throws {
        let file = office.file
        var test = Optional(try office.begin(isOnline: false, on: file))
        office.storage.failCalls(count: 1, with: 28)
        test?.write(1)
        #expect(test?.phases == [1: .saving])
        test?.finish()
        test = nil
        #expect(try file.load().entries.map(\.job.number) == [1])
    }

    // MARK: 2

    @Test func entriesOfALaneAreSentOneAtATimeInOrder() throws {
        let test = try office.begin()
        for number in 1...5 {
            post.answer(number, .acceptLater(10 * (6 - number)))
            test.write(number)
        }
        test.run()
        #expect(post.calls == [1, 2, 3, 4, 5])
        #expect(post.mostAtWork == 1)
        test.finish()
    }

    @Test func lanesAreSentInParallelUpToTheLimit() throws {
        let test = try office.begin(limit: 2)
        for number in 1...6 {
            post.answer(number, .acceptLater(10))
            test.write(number, lane: "\(number % 3)")
        }
        test.run()
        #expect(post.mostAtWork == 2)
        #expect(post.calls.sorted() == Array(1...6))
        for lane in 0..<3 { #expect(post.calls.filter { $0 % 3 == lane }.count == 2) }
        test.finish()
    }

    @Test func attemptThatIgnoresItsCancellationKeepsItsLaneUntilItReturns() throws {
        let test = try office.begin(limit: 2)
        post.answer(1, .hang)
        test.write(1)
        test.write(2)
        test.send(.connect(false))
        test.send(.connect(true))
        test.send(.connect(false))
        test.send(.connect(true))
        test.write(3, lane: "b")
        #expect(post.calls == [1, 3])
        post.letHangingOnesGo()
        test.run()
        #expect(post.calls == [1, 3, 1, 2])
        #expect(post.mostAtWork == 2)
        test.finish()
    }

    // MARK: 3

    @Test func entryInFlightAtACrashIsSentAgainWithTheSameID() throws {
        let first = try office.begin()
        post.answer(1, .hang)
        first.write(1)
        #expect(first.phases == [1: .sending])
        let id = try first.id(of: 1)
        first.kill()
        let second = try office.begin()
        #expect(post.ids == [id, id])
        #expect(second.phases.isEmpty)
        second.finish()
        second.kill()
        #expect(try office.file.load().isEmpty)
    }

    // TanStack Query 6238: a paused and saved mutation was sent twice after a reload.
    @Test func pausedEntryIsSentOnceAfterARestart() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        let id = try first.id(of: 1)
        first.kill()
        let second = try office.begin(isOnline: false)
        second.advance(by: .seconds(60))
        second.send(.connect(true))
        second.run()
        second.kill()
        let third = try office.begin()
        third.send(.connect(false))
        third.send(.connect(true))
        third.run()
        #expect(post.ids == [id])
        third.finish()
    }

    @Test func idsOfTwoProcessesAreDifferent() throws {
        var seen: Set<OutboxID> = []
        for number in 0..<20 {
            let test = try office.begin(isOnline: false)
            for part in 0..<5 { test.write(5 * number + part) }
            seen = Set(test.state.letters.entries.map(\.id))
            test.kill()
        }
        #expect(seen.count == 100)
    }

    @Test func retryResetsTheBackoff() throws {
        let test = try office.begin(retrying: .exponential(from: .seconds(1)))
        office.post.answer(1, .fail, .fail, .fail, .fail)
        test.write(1)
        test.advance(by: .seconds(1))
        #expect(office.post.calls.count == 2)
        test.advance(by: .seconds(1))
        test.send(.retry(try test.id(of: 1)))
        #expect(office.post.calls.count == 3)
        test.advance(by: .seconds(1))
        #expect(office.post.calls.count == 4)
        test.advance(by: .seconds(2))
        #expect(office.post.calls.count == 5)
        #expect(test.phases.isEmpty)
        test.finish()
    }
}
