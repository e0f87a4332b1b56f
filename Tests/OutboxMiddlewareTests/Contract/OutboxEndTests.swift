// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The end of a store in real time.
@Suite struct OutboxEndTests {
    @Test func failedWriteIsRetriedBeforeTheReleaseReturns() async throws {
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

    @Test func killedStoreWritesNothingInAnyStorage() throws {
        let storage = TestStorage()
        do {
            let test = TestStore(
                initialState: Desk(isOnline: false),
                feature: Feature.desk(limit: 1),
                dependencies: DeskWorld(file: OutboxFile(at: "outbox", storage: storage)) { letter, _ in letter.number
                },
                checks: .onlyWhatIsSaid
            )
            storage.failCalls(count: 1, with: 28)
            test.send(.write(Letter(number: 1, lane: "a")))
            test.kill()
        }
        #expect(try storage.read("outbox") == nil)
    }

    @Test(.timeLimit(.minutes(5))) func failedWriteIsGivenUpAtTheEndOfTheStore() async throws {
        let storage = TestStorage()
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        let running = Lock(0)
        let (failures, failure) = AsyncStream.makeStream(of: Void.self)
        let watch = Feature<DeskAction, Desk, DeskWorld> { action, _ in
            if case .letters(.storageFailed) = action { failure.yield() }
        }
        .adding(
            AnyMiddleware { _, output in
                output.eachTask { task in
                    running.withLock { $0 += 1 }
                    task.onEnd { running.withLock { $0 -= 1 } }
                }
            } handle: { _, _, _ in
                .pure()
            }
        )
        var store = Optional(
            Store(
                initialState: Desk(letters: try file.load(), isOnline: false),
                feature: watch <> .desk(limit: 1, retrying: .constant(.seconds(600))),
                dependencies: DeskWorld(file: file) { letter, _ in letter.number }
            )
        )
        await store?.settled()
        storage.failCalls(count: .max, with: 28)
        store?.dispatch(.write(Letter(number: 1, lane: "a")))
        var iterator = failures.makeAsyncIterator()
        await iterator.next()
        #expect(running.withLock { $0 } == 1)
        store = nil
        while running.withLock({ $0 }) > 0 { await Task.yield() }
    }

    @Test func entriesOfSeveralThreadsAreSentOnceInOrder() async throws {
        let file = OutboxFile<Letter>(at: "outbox", storage: .memory)
        let sent = Recorder<Int>()
        let store = Store(
            initialState: Desk(letters: try file.load(), isOnline: true),
            feature: .desk(limit: 3, retrying: .constant(.milliseconds(1))),
            dependencies: DeskWorld(file: file) { letter, _ in
                if Bool.random() { throw PostOffice.Failure() }
                sent.record(letter.number)
                return letter.number
            }
        )
        let threads = (1...4).map { thread in
            JoinableThread {
                for number in 1...25 {
                    store.dispatch(.write(Letter(number: 100 * thread + number, lane: "\(thread)")))
                    if number % 10 == 0 { store.dispatch(.connect(number != 20)) }
                }
            }
        }
        for thread in threads { thread.join() }
        store.dispatch(.connect(true))
        await store.settled()
        #expect(store.state.letters.isEmpty)
        for thread in 1...4 {
            let letters = sent.events.filter { $0 / 100 == thread }
            #expect(letters == letters.sorted() && Set(letters).count == 25)
        }
        #expect(try file.load().isEmpty)
    }
}
