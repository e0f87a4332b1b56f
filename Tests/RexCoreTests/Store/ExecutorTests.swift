// SPDX-License-Identifier: MIT

import Dispatch
import RexCore
import RexTestSupport
import Testing

/// Sentence 4 of the store's contract: the executor decides where the store processes.
@Suite struct ExecutorTests {
    private let queue = DispatchQueue(label: "executor")

    private func store(_ notes: Recorder<String> = Recorder()) -> Store<Int, [Int]> {
        let key = DispatchSpecificKey<String>()
        queue.setSpecific(key: key, value: "queue")
        let middleware = AnyMiddleware<Int, Int, [Int]> { action, _, _ in
            notes.record("handle \(action) on \(DispatchQueue.getSpecific(key: key) ?? "a thread")")
            return .pure()
        }
        return Store(initialState: [], reducer: listing, middleware: middleware, executor: .queue(queue))
    }

    @Test func immediateStoreProcessesOnTheThreadThatDispatches() {
        let threads = Recorder<String>()
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: .reduce { _, _ in threads.record(currentThreadName()) }
        )
        JoinableThread(name: "a") { store.dispatch(1) }.join()
        JoinableThread(name: "b") { store.dispatch(1) }.join()
        #expect(threads.events == ["a", "b"])
    }

    @Test func dispatchFromAnotherThreadHopsToTheQueue() {
        let notes = Recorder<String>()
        let store = store(notes)
        store.dispatch(1)
        queue.sync {}
        #expect(notes.events == ["handle 1 on queue"])
        #expect(store.state == [1])
    }

    @Test func dispatchFromTheQueueIsSynchronous() {
        let store = store()
        queue.sync {
            store.dispatch(1)
            #expect(store.state == [1])
        }
    }

    @Test func dispatchFromTheQueueKeepsTheOrderWithEarlierHops() {
        let store = store()
        queue.sync {
            JoinableThread { for number in 1...3 { store.dispatch(number) } }.join()
            #expect(store.state == [])
            store.dispatch(4)
            #expect(store.state == [1, 2, 3, 4])
        }
        store.dispatch(5)
        queue.sync {}
        #expect(store.state == [1, 2, 3, 4, 5])
    }

    @Test func actionsOfReceiveContextHopToo() {
        let made = Recorder<Store<Int, [Int]>>()
        queue.sync { [queue] in
            JoinableThread {
                let eager = AnyMiddleware<Int, Int, [Int]> { _, output in
                    output.dispatch(1)
                    output.dispatch(2)
                } handle: { _, _, _ in
                    .pure()
                }
                made.record(Store(initialState: [], reducer: listing, middleware: eager, executor: .queue(queue)))
            }.join()
            #expect(made.events[0].state == [])
        }
        queue.sync {}
        #expect(made.events[0].state == [1, 2])
    }

    @Test func customExecutorIsCalledOnceForManyQueuedActions() {
        let jobs = Recorder<@Sendable () -> Void>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        for number in 1...3 { store.dispatch(number) }
        #expect(store.state == [])
        #expect(jobs.events.count == 1)

        jobs.events[0]()
        #expect(store.state == [1, 2, 3])

        store.dispatch(4)
        jobs.events[1]()
        #expect(store.state == [1, 2, 3, 4])
    }

    @Test func lateJobDoesNothing() {
        let jobs = Recorder<@Sendable () -> Void>()
        let isCurrent = Recorder<Bool>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            executor: StoreExecutor(isCurrent: { !isCurrent.events.isEmpty }, enqueue: jobs.record)
        )
        store.dispatch(1)
        isCurrent.record(true)
        store.dispatch(2)
        #expect(store.state == [1, 2])
        jobs.events[0]()
        #expect(store.state == [1, 2])
    }

    @Test @MainActor func mainQueueIsCurrentOnTheMainThread() {
        let store = Store<Int, [Int]>(initialState: [], reducer: listing, executor: .mainQueue)
        store.dispatch(1)
        #expect(store.state == [1])
    }

    @Test func mainQueueProcessesActionsOfOtherThreads() async {
        let store = Store<Int, [Int]>(initialState: [], reducer: listing, executor: .mainQueue)
        await withCheckedContinuation { done in
            JoinableThread {
                store.dispatch(1)
                store.dispatch(2)
                DispatchQueue.main.async { done.resume() }
            }.join()
        }
        #expect(store.state == [1, 2])
    }

    @Test func actionsOfManyThreadsHopWithoutLossAndInOrder() {
        let store = Store<Int, [Int]>(
            initialState: [0, 0, 0],
            reducer: .reduce { action, counts in if counts[action % 3] == action / 3 { counts[action % 3] += 1 } },
            executor: .queue(queue)
        )
        let each = fullInRelease(100_000)
        onThreads(3) { thread in for number in 0..<each { store.dispatch(3 * number + thread) } }
        queue.sync {}
        #expect(store.state == [each, each, each])
    }

    /// Each executor once set its own key on its queue, which could be mistaken for the key of another queue.
    @Test func storeNeverProcessesOnAnotherQueueThatHadExecutors() {
        let name = DispatchSpecificKey<String>()
        let queues = ["a", "b", "c"].map { DispatchQueue(label: $0) }
        for queue in queues { queue.setSpecific(key: name, value: queue.label) }
        for round in 0..<300 {
            let (first, second) = (queues[round % 3], queues[(round + 1) % 3])
            do {
                let short = Store<Int, Int>(initialState: 0, reducer: counting, executor: .queue(first))
                first.sync { short.dispatch(1) }
                #expect(short.state == 1)
            }
            let places = Recorder<String>()
            let reducer = Reducer<Int, Int>.reduce { _, _ in places.record(DispatchQueue.getSpecific(key: name) ?? "") }
            let store = Store(initialState: 0, reducer: reducer, executor: .queue(second))
            first.sync { store.dispatch(1) }
            second.sync { store.dispatch(1) }
            #expect(places.events == [second.label, second.label], "round \(round)")
        }
    }

    @Test func executorsOfOneQueueAreEquivalent() {
        let executors = (0..<100).map { _ in StoreExecutor.queue(queue) }
        for executor in executors + [.queue(queue)] {
            let store = Store<Int, Int>(initialState: 0, reducer: counting, executor: executor)
            queue.sync {
                store.dispatch(1)
                #expect(store.state == 1)
            }
        }
    }

    @Test func queueThatTargetsTheStoresQueueCountsAsIt() {
        let inner = DispatchQueue(label: "inner", target: queue)
        let innerStore = Store<Int, Int>(initialState: 0, reducer: counting, executor: .queue(inner))
        let store = store()
        inner.sync {
            innerStore.dispatch(1)
            store.dispatch(1)
            #expect(store.state == [1])
            #expect(innerStore.state == 1)
        }
    }
}
