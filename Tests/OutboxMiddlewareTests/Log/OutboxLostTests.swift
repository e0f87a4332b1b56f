// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// A file that is removed while its store is running.
@Suite struct OutboxLostTests {
    private let office = Office()
    private var post: Post { office.post }
    private let path = "folder/outbox"

    private func removeFolder() throws {
        for path in try office.storage.paths(beginningWith: "folder/") { try office.storage.remove(path) }
    }

    private func loaded() throws -> [OutboxEntry<Letter>] { try office.file.load().entries }

    // Once, entries stayed `.waiting` that were in no file.
    @Test func entriesOfARemovedFileAreSavedAgain() throws {
        let first = try office.begin(isOnline: false)
        for number in 1...2 { first.write(number) }
        try removeFolder()
        office.storage.failCalls(after: 6, count: 3, with: 28)
        first.write(3)
        #expect(first.phases.values.contains(.saving))
        first.run()
        #expect(first.phases == [1: .waiting, 2: .waiting, 3: .waiting])
        first.kill()
        #expect(try loaded().map(\.job.number) == [1, 2, 3])
        let second = try office.begin()
        #expect(post.calls == [1, 2, 3])
        second.finish()
    }

    @Test func attemptsAndRejectionsAreWrittenAgain() throws {
        let first = try office.begin(retrying: .constant(.seconds(60)))
        post.answer(1, .reject("no"))
        post.answer(2, .fail)
        for number in 1...2 { first.write(number, lane: "\(number)") }
        first.advance(by: .milliseconds(1))
        try removeFolder()
        first.send(.connect(false))
        first.write(3)
        first.run()
        #expect(first.phases == [1: .rejected("no"), 2: .waiting, 3: .waiting])
        first.kill()
        let entries = try loaded()
        #expect(entries.map(\.job.number).sorted() == [1, 2, 3])
        #expect(entries.first { $0.job.number == 1 }?.phase == .rejected("no"))
        #expect(entries.filter { $0.job.number < 3 }.map(\.attempts) == [1, 1])
    }

    @Test func entryIsSentOnlyWhenItIsOnDiskAgain() throws {
        let test = try office.begin(isOnline: false)
        for number in 1...2 { test.write(number) }
        try removeFolder()
        let calls = office.storage.callNames.count
        test.send(.connect(true))
        test.run()
        #expect(post.calls == [1, 2])
        #expect(office.storage.callNames.count > calls)
        #expect(test.phases.isEmpty)
        test.finish()
    }

    @Test func entryInFlightIsOnDiskAgainBeforeItWaits() throws {
        let test = try office.begin(limit: 1)
        post.answer(1, .failLater(50))
        test.write(1)
        test.write(2, lane: "b")
        try removeFolder()
        test.write(3, lane: "c")
        test.advance(by: .milliseconds(60))
        #expect(post.calls.first == 1)
        test.send(.connect(false))
        test.run()
        test.kill()
        let numbers = Set(try loaded().map(\.job.number))
        #expect(numbers == Set([1, 2, 3]).subtracting(post.calls.filter { $0 != 1 }))
    }

    // The lane contained the entry twice, so the late success started another attempt, which stayed in the limit.
    @Test func anEntryThatWasSavedAgainIsNotSentAfterItsLateSuccess() throws {
        let test = try office.begin(limit: 1, timeout: .seconds(5))
        post.answer(1, .acceptLater(1_000))
        post.answer(2, .hang)
        for number in 1...2 { test.write(number) }
        try removeFolder()
        test.write(3, lane: "b")
        #expect(test.phases == [1: .sending, 2: .waiting, 3: .waiting])
        test.advance(by: .milliseconds(6_050))
        #expect(post.calls == [1, 3, 2])
        #expect(test.phases == [2: .waiting])
        post.letHangingOnesGo()
        #expect(test.phases.isEmpty)
        test.write(4)
        test.run()
        #expect(post.calls == [1, 3, 2, 4])
        #expect(test.phases.isEmpty)
        test.finish()
    }

    @Test func entryCancelledDuringARemovalDoesNotComeBack() throws {
        let test = try office.begin(isOnline: false)
        for number in 1...2 { test.write(number) }
        let id = try test.id(of: 1)
        try removeFolder()
        test.send(.cancel(id))
        test.run()
        #expect(test.phases == [2: .waiting])
        test.kill()
        #expect(try loaded().map(\.job.number) == [2])
    }

    @Test(arguments: 0..<20) func failingDiskDuringARestorationChangesNothing(calls: Int) throws {
        let test = try office.begin(isOnline: false)
        for number in 1...3 { test.write(number, lane: "\(number)") }
        try removeFolder()
        office.storage.failCalls(after: calls, count: 2, with: 5)
        test.send(.connect(true))
        test.send(.connect(false))
        test.write(4)
        test.run()
        let left = test.phases
        #expect(left.values.allSatisfy { $0 == .waiting })
        test.kill()
        #expect(Set(try loaded().map(\.job.number)) == Set(left.keys))
        #expect(Set(left.keys).union(post.calls) == [1, 2, 3, 4])
    }
}
