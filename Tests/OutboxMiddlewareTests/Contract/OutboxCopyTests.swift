// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Stores that start from copies of one outbox, or share a file.
@Suite struct OutboxCopyTests {
    private static let initial = Letters()
    private let office = Office()
    private var post: Post { office.post }

    // Once, a `static let initial` gave the jobs of two stores the same ids, and one job was lost.
    @Test(arguments: [true, false]) func storesOfOneValueGiveDifferentIDs(isLoaded: Bool) throws {
        let first = try office.begin(isOnline: false, with: Self.initial)
        first.write(1)
        let id = try first.id(of: 1)
        first.kill()
        if !isLoaded { office.storage.failCalls(count: 1, with: 5) }
        let second = try office.begin(isOnline: false, with: Self.initial)
        second.write(2)
        second.run()
        #expect(second.phases == [1: .waiting, 2: .waiting])
        #expect(try second.id(of: 1) == id && second.id(of: 2) != id)
        second.send(.connect(true))
        #expect(post.calls == [1, 2])
        second.kill()
        #expect(try office.file.load().isEmpty)
    }

    @Test func storesOfTwoAccountsGiveDifferentIDs() throws {
        // Each store has a world of its own with the same random numbers.
        let ids = try (1...2).map { account in
            let office = Office()
            let test = try office.begin(with: Self.initial)
            test.write(account)
            test.finish()
            return try #require(office.post.ids.first)
        }
        #expect(ids[0] != ids[1])
    }

    @Test func replacingOutboxDrawsItsOwnIDs() throws {
        let copy = Letters()
        let ids = try (1...2).map { number in
            let office = Office()
            let test = try office.begin(with: Letters())
            test.send(.replace(copy))
            test.write(number)
            test.finish()
            return try #require(office.post.ids.first)
        }
        #expect(ids[0] != ids[1])
    }

    // Once, two stores of one file value sent everything twice.
    @Test func secondStoreOfAFileIsRejectedUntilTheFirstHasEnded() throws {
        let file = office.file
        var first = Optional(try office.begin(isOnline: false, on: file))
        first?.write(1)
        let second = try office.begin(on: file)
        second.write(2)
        #expect(second.news.last?.storageFailed == StorageError(.lock, file.path, .isInUse))
        first?.send(.connect(true))
        second.advance(by: .seconds(1))
        #expect(post.calls == [1])
        first?.finish()
        first = nil
        second.run()
        // The second store had loaded job 1 before the first one sent it.
        #expect(second.phases.isEmpty)
        #expect(post.calls == [1, 2])
        second.finish()
        second.kill()
        let third = try office.begin(on: file)
        #expect(third.news.contains { if case .loaded(let backlog) = $0 { backlog.entries.isEmpty } else { false } })
        third.finish()
    }

    // The value from before the first store still has job 1, which the server has already.
    @Test(arguments: [true, false]) func jobsEndedByAnEarlierStoreAreNotSentAgain(isSent: Bool) throws {
        let file = office.file
        var first = Optional(try office.begin(isOnline: false, on: file))
        for number in 1...2 { first?.write(number, lane: "\(number)") }
        let letters = try file.load()
        let id = try #require(letters.entries.first?.id)
        post.answer(2, .fail)
        if isSent { first?.send(.connect(true)) } else { first?.send(.cancel(id)) }
        first?.finish()
        first = nil
        let second = try office.begin(with: letters, on: file)
        second.run()
        #expect(post.calls == (isSent ? [1, 2, 2] : [2, 2]))
        #expect(second.news.contains(.cancelled(id, attempts: 1)))
        #expect(second.phases.isEmpty)
        second.finish()
    }

    @Test func jobCanContainItsID() {
        var outbox = Outbox<OutboxID>()
        let ids = [outbox.add { id in id }, outbox.add(lane: "b") { id in id }]
        #expect(outbox.entries.map(\.job) == ids)
        #expect(outbox.entries.map(\.lane) == [.main, "b"])
        #expect(throws: Wrong.self) { try outbox.add { _ throws(Wrong) in throw Wrong("no job") } }
        #expect(outbox.count == 2)
    }

    #if os(Linux) || os(macOS)
    @Test func sharedIDsOfTwoStoresTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let copy = Letters()
            for number in 1...2 {
                // One action sets the outbox and adds its job, so the store cannot draw ids before.
                var letters = copy
                letters.add(Letter(number: number, lane: "a"))
                try Office().begin(isOnline: false, with: Letters()).send(.replace(letters))
            }
        }
        expectMessage(of: result, contains: "Make a new Outbox() for each store", "Desk.swift:")
    }
    #endif
}
