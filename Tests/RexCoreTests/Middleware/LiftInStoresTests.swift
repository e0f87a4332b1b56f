// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Inner: Sendable {
    var number = 0
}

private struct Outer: Sendable {
    var inner = Inner()
}

/// Records the state before and after the reducer.
private struct StateReader: MiddlewareProtocol, Sendable {
    let reads: Recorder<[Int]>

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        let before = state()
        return IO { [reads] _ in reads.record([before, state()]) }
    }
}

@Suite struct LiftInStoresTests {
    private let reads = Recorder<[Int]>()
    private let reducer = Reducer<Int, Outer>.reduce { action, state in state.inner.number += action }

    private var lifted: LiftMiddleware<Int, Int, Outer, LiftMiddleware<Int, Int, Inner, StateReader>> {
        StateReader(reads: reads).lift(state: \Inner.number).lift(state: \Outer.inner)
    }

    @Test func storesWithTheSameLiftReadTheirOwnStates() {
        let one = Store(initialState: Outer(), reducer: reducer, middleware: lifted)
        let other = Store(initialState: Outer(inner: Inner(number: 100)), reducer: reducer, middleware: lifted)
        for number in [1, 2] {
            one.dispatch(number)
            other.dispatch(number)
        }
        #expect(reads.events == [[0, 1], [100, 101], [1, 3], [101, 103]])
    }

    /// The store calls a lift of a composition in another way than a lift of one middleware.
    @Test func liftedCompositionsReadTheStateOfTheStore() {
        let part = StateReader(reads: reads).lift(state: \Inner.number)
        let inner = part <> part
        let store = Store(initialState: Outer(), reducer: reducer, middleware: inner.lift(state: \Outer.inner))
        store.dispatch(1)
        store.dispatch(2)
        #expect(reads.events == [[0, 1], [0, 1], [1, 3], [1, 3]])
    }
}
