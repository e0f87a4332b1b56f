// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// The end of a store in real time.
@Suite struct OutboxEndTests {
    @Test func whatTheDiskHasRefusedIsWrittenBeforeTheDropReturns() async throws {
        let storage = TestStorage()
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        let letters = try file.load()
        let (failures, failure) = AsyncStream.makeStream(of: Void.self)
        let watch = Feature<DeskAction, Desk, DeskWorld> { action, _ in
            if case .letters(.storageFailed) = action { failure.yield() }
        }
        var store = Optional(
            Store(
                initialState: Desk(letters: letters, isOnline: false),
                feature: .desk(limit: 1, retrying: .constant(.seconds(600))) <> watch,
                dependencies: DeskWorld(file: file) { letter, _ in letter.number }
            )
        )
        await store?.settled()
        storage.failCalls(count: 1_000, with: 28)
        store?.dispatch(.write(Letter(number: 1, lane: "a")))
        var iterator = failures.makeAsyncIterator()
        await iterator.next()
        storage.failCalls(count: 0, with: 0)
        store = nil
        #expect(try file.load().entries.map(\.job.number) == [1])
    }
}
