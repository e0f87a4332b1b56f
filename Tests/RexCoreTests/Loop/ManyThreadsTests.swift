// SPDX-License-Identifier: MIT

import Dispatch
import RexCore
import RexTestSupport
import Testing

/// Concurrent calls of the thread-safe API.
///
/// ThreadSanitizer detects missing locks.
@Suite struct ManyThreadsTests {
    private let threads = 3
    private let rounds = fullInRelease(20_000)

    @Test(arguments: [true, false])
    func concurrentUseOfAStoreLosesNothing(hasQueue: Bool) async {
        let queue = DispatchQueue(label: "many threads")
        let contexts = Recorder<(output: AnyActionHandler<Int>, source: ActionSource)>()
        let store = Store(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware<Int, Int, Int> { action, source, _ in
                guard action == 0 else { return .pure() }
                return IO { contexts.record(($0, source)) }
            },
            executor: hasQueue ? .queue(queue) : .immediate
        )
        store.dispatch(0)
        await store.settled()
        let (output, source) = contexts.events[0]
        let (idle, tasks, ended) = (Lock(0), Lock(0), Lock(0))
        let (revocable, revoke) = output.revocable()
        onThreads(threads) { [rounds] thread in
            for round in 0..<rounds {
                store.dispatch(1)
                output.onIdle { idle.withLock { $0 += 1 } }
                output.onEnd { ended.withLock { $0 += 1 } }
                let observation = store.observe { _ in }
                _ = store.state + (output.cause(of: source) ?? 0)
                if thread == 0, round == rounds / 2 { revoke() }
                revocable.dispatch(-1)
                let task = output.startTask { _ in tasks.withLock { $0 += 1 } }
                if thread == 1 { task.cancel() }
                observation.cancel()
            }
        }
        await store.settled()
        let count = threads * rounds
        #expect((idle.withLock { $0 }, tasks.withLock { $0 }, ended.withLock { $0 }) == (count, count, 0))
        #expect(store.state > count && store.state < 1 + 2 * count)
    }

    @Test func actionsOfTasksMayBeProcessedWhileOtherThreadsDispatch() {
        let outputs = Recorder<AnyActionHandler<Int>>()
        let store = Store(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware<Int, Int, Int> { _, output in
                outputs.record(output)
            } handle: { _, _, _ in
                .pure()
            }
        )
        let output = outputs.events[0]
        onThreads(threads) { [rounds] thread in
            let (task, source) = (StoreTask(), ActionSource.here())
            for _ in 0..<rounds {
                if thread == 0 { store.dispatch(1) } else { output.dispatch(1, from: source, as: task) }
            }
        }
        #expect(store.state == threads * rounds)
    }

    @Test func subscriptionMayBeCancelledByManyThreadsAtOnce() {
        let store = Store<Int, Int>(initialState: 0, reducer: counting)
        let seen = Recorder<Int>()
        let subscriptions = (0..<rounds).map { _ in store.observe(seen.record) }
        onThreads(threads) { _ in for subscription in subscriptions { subscription.cancel() } }
        store.dispatch(1)
        #expect(seen.events == Array(repeating: 0, count: rounds))
    }

    @Test func storesMayBeCreatedByManyThreadsAtOnce() {
        let numbers = Recorder<Int>()
        onThreads(threads) { [rounds] _ in
            for _ in 0..<rounds {
                let store = Store(
                    initialState: 0,
                    reducer: counting,
                    middleware: AnyMiddleware<Int, Int, Int> { _, source, _ in
                        numbers.record(source.number ?? 0)
                        return .pure()
                    }
                )
                store.dispatch(1)
            }
        }
        #expect(Set(numbers.events).count == threads * rounds)
    }

    @Test(arguments: [true, false])
    func contextMayBeUsedByAnotherThreadWhileTheStoreIsCreated(hasQueue: Bool) async {
        let queue = DispatchQueue(label: "many threads")
        for _ in 0..<20 {
            let (helpers, reductions) = (Recorder<JoinableThread>(), Recorder<Int>())
            let observer = AnyMiddleware<Int, Int, Int> { _, output in
                output.onReduction { _ in reductions.record(1) }
            } handle: { _, _, _ in
                .pure()
            }
            let store = Store(
                initialState: 0,
                reducer: counting,
                middleware: AnyMiddleware<Int, Int, Int> { getState, output in
                    for _ in 0..<2 {
                        helpers.record(JoinableThread { for _ in 0..<50 { output.dispatch(getState()) } })
                    }
                } handle: { _, _, _ in
                    .pure()
                } <> observer,
                executor: hasQueue ? .queue(queue) : .immediate
            )
            for helper in helpers.events { helper.join() }
            await store.settled()
            #expect(store.state == 100)
            // The first call is for the initial state.
            #expect(reductions.events.count == 101)
        }
    }
}
