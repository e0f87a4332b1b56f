// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// The contract of an outbox about cancelled, rejected and retried entries.
@Suite struct OutboxCancelTests {
    private let office = Office()
    private var post: Post { office.post }

    // MARK: Pending and rejected

    // An app that shows `count` as the number to send would show 1 for ever after a rejection.
    @Test func rejectedEntriesAreCountedSeparatelyUntilTheyAreDismissed() throws {
        let test = try office.begin(isOnline: false)
        post.answer(1, .reject("no"))
        test.write(1)
        test.write(2)
        #expect(test.state.letters.pendingCount == 2 && test.state.letters.rejected.isEmpty)
        test.send(.connect(true))
        let letters = test.state.letters
        #expect(letters.pending.isEmpty && letters.pendingCount == 0)
        #expect(letters.rejected.map(\.phase) == [.rejected("no")])
        #expect(letters.count == 1 && !letters.isEmpty)
        test.send(.cancel(try test.id(of: 1)))
        test.run()
        #expect(test.state.letters.isEmpty && test.state.letters.rejected.isEmpty)
        test.finish()
    }

    @Test func rejectedEntriesOfAFileAreCountedAndARetriedOneIsPending() throws {
        let first = try office.begin()
        post.answer(1, .reject("no"))
        first.write(1)
        first.run()
        first.kill()
        let second = try office.begin(isOnline: false)
        #expect(second.state.letters.pendingCount == 0 && second.state.letters.rejected.count == 1)
        second.send(.retry(try second.id(of: 1)))
        #expect(second.state.letters.pending.map(\.job.number) == [1])
        #expect(second.state.letters.rejected.isEmpty)
        second.kill()
    }

    // MARK: 4

    @Test func entryCancelledBeforeItsFirstAttemptIsNeverSent() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        first.write(2)
        let id = try first.id(of: 1)
        first.send(.cancel(id))
        #expect(first.phases == [2: .waiting])
        #expect(first.news.last == .cancelled(id, attempts: 0))
        first.kill()
        let second = try office.begin()
        second.run()
        #expect(post.calls == [2])
        second.finish()
    }

    @Test func cancelledEntryStaysUntilTheCancellationIsOnDisk() throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        office.storage.failCalls(count: 1, with: 28)
        let id = try test.id(of: 1)
        test.send(.cancel(id))
        #expect(test.phases == [1: .cancelling])
        test.send(.connect(true))
        #expect(post.calls.isEmpty)
        test.run()
        #expect(test.phases.isEmpty)
        #expect(post.calls.isEmpty)
        test.finish()
    }

    @Test func entryInFlightIsCancellingUntilItsOutcomeIsKnown() throws {
        let test = try office.begin()
        post.answer(1, .acceptLater(50))
        post.answer(2, .hang, .accept)
        post.answer(3, .acceptLater(50), .accept)
        test.write(1)
        test.write(2, lane: "b")
        let (one, two) = (try test.id(of: 1), try test.id(of: 2))
        test.send(.cancel(one))
        test.send(.cancel(one))
        #expect(test.phases[1] == .cancelling)
        test.advance(by: .milliseconds(50))
        #expect(test.phases[1] == nil)
        #expect(test.news.contains(.sent(one, 1)))
        test.send(.cancel(two))
        test.send(.connect(false))
        #expect(test.phases[2] == nil)
        #expect(test.news.contains(.cancelled(two, attempts: 1)))
        #expect(!test.news.contains { $0.cancelled?.id == one })
        test.send(.connect(true))
        post.letHangingOnesGo()
        test.run()
        #expect(post.calls == [1, 2])
        test.finish()
    }

    @Test func entryCancelledInFlightIsGoneAfterACrash() throws {
        let test = try office.begin()
        post.answer(1, .hang)
        test.write(1)
        test.send(.cancel(try test.id(of: 1)))
        #expect(test.phases == [1: .cancelling])
        test.kill()
        let second = try office.begin()
        second.run()
        #expect(second.phases.isEmpty)
        #expect(post.calls == [1])
        second.finish()
    }

    @Test(arguments: [true, false]) func entryCancelledInFlightIsNotRetriedAfterAFailure(isRefused: Bool) throws {
        let test = try office.begin()
        post.answer(1, .failLater(50))
        if isRefused { post.answer(1, .rejectLater(50)) }
        test.write(1)
        let id = try test.id(of: 1)
        test.send(.cancel(id))
        test.run()
        #expect(test.phases.isEmpty)
        #expect(post.calls == [1])
        #expect(test.news.last == .cancelled(id, attempts: 1))
        #expect(test.news.contains(.rejected(id, "no")) == isRefused)
        test.finish()
    }

    // Once, the entry was removed with its rejection, and came back if a crash lost the cancellation.
    @Test func entryCancelledAndRejectedStaysUntilTheCancellationIsOnDisk() throws {
        let test = try office.begin()
        post.answer(1, .rejectLater(50))
        test.write(1)
        office.storage.failCalls(count: 2, with: 28)
        test.send(.cancel(try test.id(of: 1)))
        test.advance(by: .milliseconds(50))
        #expect(test.phases == [1: .cancelling])
        test.run()
        #expect(test.phases.isEmpty)
        test.kill()
        #expect(try office.file.load().isEmpty)
    }

    @Test(arguments: [true, false]) func failedEntryIsNotRetriedAfterACancellation(isRefused: Bool) throws {
        let test = try office.begin()
        post.answer(1, isRefused ? .reject("no") : .fail)
        test.write(1)
        #expect(test.phases == (isRefused ? [1: .rejected("no")] : [1: .waiting]))
        let id = try test.id(of: 1)
        test.send(.cancel(id))
        #expect(test.phases.isEmpty)
        #expect(test.news.last == .cancelled(id, attempts: 1))
        test.run()
        #expect(post.calls == [1])
        test.finish()
    }

    @Test func allEntriesAreCancelledAtOnce() throws {
        let test = try office.begin(isOnline: false)
        for number in 1...20 { test.write(number, lane: "\(number % 3)") }
        test.send(.cancelAll)
        #expect(test.phases.isEmpty)
        test.finish()
        test.kill()
        #expect(try office.file.load().isEmpty)
    }

    private func remains() throws -> [String] {
        try office.storage.paths(beginningWith: "folder/").filter { !$0.hasSuffix(".lock") }
    }

    @Test(arguments: [true, false]) func cancelAllRemovesEntriesFromTheFile(isAnyLeft: Bool) throws {
        let path = "folder/outbox"
        let test = try office.begin()
        test.write(1)
        test.send(.connect(false))
        if isAnyLeft { test.write(2) }
        // The file still contains sent texts, and so does the copy that was put aside.
        #expect(try office.storage.read(path)?.firstRange(of: Array("\"number\":1".utf8)) != nil)
        for name in ["damaged-1", "damaged-7"] { try office.storage.write([1], to: "\(path).\(name)") }
        try office.storage.write([1], to: path + ".damaged-by-me")
        test.send(.cancelAll)
        #expect(try remains() == [path + ".damaged-by-me"])
        test.write(3)
        #expect(test.phases == [3: .waiting])
        test.send(.cancelAll)
        test.send(.cancelAll)
        #expect(try remains() == [path + ".damaged-by-me"])
        test.finish()
    }

    @Test func entryAddedAfterCancelAllStays() throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        office.storage.failCalls(count: 1, with: 28)
        test.send(.cancelAll)
        test.write(2)
        test.run()
        #expect(test.phases == [2: .waiting])
        let text = String(decoding: try office.storage.read("folder/outbox") ?? [], as: UTF8.self)
        #expect(text.contains("\"number\":2") && !text.contains("\"number\":1"))
        test.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [2])
    }

    @Test(arguments: 0..<12) func clearingEndsWhenNothingIsLeft(calls: Int) throws {
        let test = try office.begin(isOnline: false)
        for number in 1...3 { test.write(number) }
        office.storage.failCalls(after: calls, count: 1, with: 28)
        test.send(.cancelAll)
        if test.state.letters.isEmpty {
            office.storage.failCalls(count: 0, with: 0)
            #expect(try remains() == [])
        }
        test.run()
        #expect(test.phases.isEmpty)
        #expect(try remains() == [])
        #expect(test.news.filter { $0.cancelled != nil }.count == 3)
        test.finish()
    }

    @Test(arguments: 0..<12) func crashDuringCancelAllLeavesAllOrNothing(calls: Int) throws {
        let test = try office.begin(isOnline: false)
        for number in 1...3 { test.write(number) }
        office.storage.cutPower(after: calls)
        test.send(.cancelAll)
        test.kill()
        let left = try office.file.load().entries.map(\.job.number)
        #expect(left == [1, 2, 3] || left == [])
        let next = try office.begin(isOnline: false)
        next.send(.cancelAll)
        #expect(try remains() == [])
        next.finish()
    }

    // MARK: 5

    @Test func retriedEntryKeepsItsOrderInTheNextProcessToo() throws {
        let first = try office.begin(limit: 1)
        for number in 1...3 {
            post.answer(number, .reject("no"))
            first.write(number)
        }
        first.kill()
        let second = try office.begin(limit: 1)
        post.answer(4, .reject("no"))
        second.write(4)
        second.send(.connect(false))
        for number in [4, 3, 1, 2] { second.send(.retry(try second.id(of: number))) }
        second.write(5)
        second.send(.connect(true))
        #expect(post.calls == [1, 2, 3, 4, 1, 2, 3, 4, 5])
        second.finish()
    }

    @Test func failedEntryIsRetriedAtOnceAfterAnyPause() {
        exploreSchedules(200) { schedule in
            let world = TestWorld(schedule: schedule)
            let (post, start) = (Post(world.clock), world.clock.now)
            post.answer(1, .fail)
            let test = TestStore(
                initialState: Desk(),
                feature: Feature.desk(limit: 2, retrying: .constant(.seconds(60))),
                dependencies: DeskWorld(file: OutboxFile(at: "outbox", storage: TestStorage(in: world))) {
                    try await post.post($0, $1)
                },
                checks: .onlyWhatIsSaid,
                in: world
            )
            test.write(1)
            test.expect { $0.letters.entries.first?.attempts == 1 && $0.letters.entries.first?.phase == .waiting }
            test.send(.connect(false))
            test.send(.connect(true))
            test.expect { $0.letters.isEmpty }
            #expect(start.duration(to: world.clock.now) < .seconds(1))
            test.finish()
        }
    }

    @Test func failingEntryBlocksOnlyItsLane() throws {
        let test = try office.begin(limit: 1)
        post.answer(1, .fail, .fail, .fail, .fail)
        test.write(1)
        test.write(2)
        for number in 3...6 { test.write(number, lane: "b") }
        test.advance(by: .milliseconds(50))
        #expect(post.calls == [1, 3, 4, 5, 6])
        #expect(test.phases == [1: .waiting, 2: .waiting])
        test.run()
        #expect(post.calls == [1, 3, 4, 5, 6, 1, 1, 1, 1, 2])
        test.finish()
    }

    @Test func rejectedEntryStaysAndDoesNotBlockItsLane() throws {
        let test = try office.begin()
        post.answer(1, .reject("too long"))
        test.write(1)
        test.write(2)
        #expect(post.calls == [1, 2])
        #expect(test.phases == [1: .rejected("too long")])
        #expect(try test.state.letters[test.id(of: 1)]?.phase.rejection == "too long")
        test.kill()
        let second = try office.begin()
        #expect(second.phases == [1: .rejected("too long")])
        second.advance(by: .seconds(60))
        #expect(post.calls == [1, 2])
        second.send(.retry(try second.id(of: 1)))
        #expect(post.calls == [1, 2, 1])
        #expect(second.phases.isEmpty)
        second.finish()
    }

    @Test func cancelledOrRetriedEntryDoesNotBlockItsLane() throws {
        let test = try office.begin(retrying: .constant(.seconds(60)))
        post.answer(1, .fail, .fail)
        post.answer(2, .fail)
        test.write(1)
        test.write(2)
        test.write(3)
        test.send(.retry(try test.id(of: 1)))
        #expect(post.calls == [1, 1])
        test.send(.cancel(try test.id(of: 1)))
        #expect(post.calls == [1, 1, 2])
        test.send(.retry(try test.id(of: 2)))
        #expect(post.calls == [1, 1, 2, 2, 3])
        test.finish()
    }

    @Test func retriedRejectionIsSentBeforeLaterEntries() throws {
        let test = try office.begin()
        for number in 1...3 { post.answer(number, .reject("no")) }
        post.answer(4, .acceptLater(50))
        for number in 1...6 { test.write(number) }
        #expect(post.calls == [1, 2, 3, 4])
        for number in [2, 3, 1] { test.send(.retry(try test.id(of: number))) }
        test.run()
        #expect(post.calls == [1, 2, 3, 4, 1, 2, 3, 5, 6])
        test.finish()
    }

    @Test func backoffGrowsWithFailuresAndIsReset() throws {
        let test = try office.begin(retrying: .exponential(from: .seconds(1)))
        post.answer(1, .fail, .fail, .fail, .fail, .fail, .fail)
        test.write(1)
        var counts: [Int] = []
        for _ in 0..<7 {
            test.advance(by: .seconds(1))
            counts.append(post.calls.count)
        }
        #expect(counts == [2, 2, 3, 3, 3, 3, 4])
        // When the network is back, no entry waits for an old backoff.
        test.send(.connect(false))
        test.advance(by: .seconds(60))
        #expect(post.calls.count == 4)
        test.send(.connect(true))
        #expect(post.calls.count == 5)
        test.advance(by: .seconds(1))
        #expect(post.calls.count == 6)
        test.run()
        test.finish()
    }
}
