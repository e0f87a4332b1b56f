// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Stores are dropped while threads use them.
@Suite struct DroppedStoreTests {
    /// What the threads share: a store that is dropped at any moment, and an output of it.
    private final class Shared: Sendable {
        let output: AnyActionHandler<Int>
        let task: StoreTask
        private let store: Lock<Store<Int, Int>?>

        init() {
            let outputs = Recorder<AnyActionHandler<Int>>()
            let middleware = AnyMiddleware<Int, Int, Int> { _, output in
                outputs.record(output)
                output.observe(.skipped) { _ in }
            } handle: { action, source, _ in
                action == 1 ? .send(0, from: source) : .pure()
            }
            store = Lock(Store(initialState: 0, reducer: counting, middleware: middleware))
            output = outputs.events[0]
            task = output.startTask { _ in }
        }

        var current: Store<Int, Int>? { store.withLock { $0 } }

        func drop() {
            let dropped = store.withLock { $0.take() }
            extendLifetime(dropped)
        }
    }

    @Test func streamsFinishWhileEightThreadsUseTheStore() async {
        let streams = Recorder<AsyncStream<Int>>()
        let ended = Lock(0)
        let stores = fullInRelease(1_000)
        for _ in 0..<stores {
            let shared = Shared()
            shared.output.onEnd { ended.withLock { $0 += 1 } }
            onThreads(8) { thread in
                let (revocable, revoke) = shared.output.revocable()
                for round in 0..<10 {
                    switch (thread + round) % 5 {
                    case 0: shared.output.dispatch(1)
                    case 1:
                        let observation = shared.current?.observe { _ in }
                        observation?.cancel()
                    case 2:
                        shared.output.dispatch(1, as: shared.task)
                        shared.task.cancel()
                    case 3:
                        if let states = shared.current?.states { streams.record(states) }
                    default:
                        revocable.dispatch(1)
                        revoke()
                    }
                    if thread == 0, round == 5 { shared.drop() }
                }
            }
        }
        #expect(ended.withLock { $0 } == stores)
        let events = streams.events
        #expect(events.count > stores)
        for states in events { for await _ in states {} }
    }
}
