// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Outputs are notified when the store is idle.
@Suite struct OnIdleTests {
    private let notes = Recorder<String>()

    @Test func onIdleInReceiveContextIsCalledOnTheExecutor() {
        let jobs = Recorder<@Sendable () -> Void>()
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware { [notes] _, output in
                output.onIdle { notes.record("idle") }
            } handle: { _, _, _ in
                .pure()
            },
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        #expect(notes.events == [])
        #expect(jobs.events.count == 1)
        jobs.events.first?()
        #expect(notes.events == ["idle"])
        store.dispatch(1)
        #expect(jobs.events.count == 2)
        jobs.events.last?()
        #expect(store.state == 1)
        #expect(notes.events == ["idle"])
    }

    /// A function passed to onIdle in the `IO` that drops the store is called once and released.
    @Test func endOfTheStoreCallsOnIdle() {
        final class Witness: Sendable {}
        let owner = Lock<Store<Int, Int>?>(nil)
        let outputs = Recorder<AnyActionHandler<Int>>()
        let waiting = Lock<Witness?>(nil)
        weak var idleWitness: Witness?
        weak var endWitness: Witness?
        do {
            let store = Store(
                initialState: 0,
                reducer: counting,
                middleware: AnyMiddleware<Int, Int, Int> { _, output in
                    outputs.record(output)
                } handle: { [notes] _, _, _ in
                    IO { output in
                        let kept = waiting.withLock { $0.take() }
                        output.onIdle { withExtendedLifetime(kept) { notes.record("idle") } }
                        output.onEnd { notes.record("end") }
                        _ = owner.withLock { $0.take() }
                        notes.record("dropped")
                        output.onIdle { notes.record("idle already") }
                    }
                }
            )
            owner.withLock { $0 = store }
        }
        do {
            let (atIdle, atEnd) = (Witness(), Witness())
            (idleWitness, endWitness) = (atIdle, atEnd)
            waiting.withLock { $0 = atIdle }
            outputs.events[0].onEnd { withExtendedLifetime(atEnd) {} }
        }
        outputs.events[0].dispatch(1)
        #expect(notes.events == ["idle", "end", "dropped", "idle already"])
        #expect(idleWitness == nil)
        #expect(endWitness == nil)
        withExtendedLifetime(outputs) {}
    }
}
