// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct SettledTests {
    private let notes = Recorder<String>()

    @Test func idleStoreIsSettled() async {
        let store = Store<Int, Int>(initialState: 0, reducer: counting)
        await store.settled()
        store.dispatch(1)
        await store.settled()
        #expect(store.state == 1)
    }

    @Test func settledWaitsForEverythingCausedByProcessing() async {
        let (gate, reached) = (Gate(), Gate())
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware { action, source, _ in
                if action == 3 {
                    reached.open()
                    gate.wait()
                }
                return action > 0 ? IO { $0.dispatch(action - 1, from: source) } : .pure()
            }
        )
        let thread = JoinableThread { store.dispatch(3) }
        reached.wait()
        async let settled: Void = {
            await store.settled()
            notes.record("settled at \(store.state)")
        }()
        notes.record("opened")
        gate.open()
        await settled
        thread.join()
        #expect(notes.events == ["opened", "settled at 4"])
    }

    @Test func settledWaitsForAnExecutor() async {
        let jobs = Recorder<@Sendable () -> Void>()
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        store.dispatch(1)
        async let settled: Void = {
            await store.settled()
            notes.record("settled at \(store.state)")
        }()
        jobs.events[0]()
        await settled
        #expect(notes.events == ["settled at 1"])
    }

    /// Once, a task that read the stream was faster than the processing thread, and its dispatch returned too early.
    @Test func dispatchAfterSettledIsProcessedBeforeItReturns() async {
        for _ in 0..<fullInRelease(20_000) {
            let store = Store<Int, Int>(initialState: 0, reducer: counting)
            let thread = JoinableThread { store.dispatch(1) }
            for await state in store.states where state == 1 { break }
            await store.settled()
            store.dispatch(1)
            #expect(store.state == 2)
            thread.join()
        }
    }

    @Test func allWaitingCallsOfSettledReturn() async {
        let jobs = Recorder<@Sendable () -> Void>()
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        store.dispatch(1)
        await withTaskGroup { group in
            for _ in 0..<5 { group.addTask { await store.settled() } }
            group.addTask { jobs.events[0]() }
            await group.waitForAll()
        }
        #expect(store.state == 1)
    }
}
