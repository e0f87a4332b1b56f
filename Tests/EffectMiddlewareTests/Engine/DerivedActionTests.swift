// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Runs whose actions are derived by other middlewares.
@Suite struct DerivedActionTests {
    private let world = VirtualWorld()

    struct Deriving: MiddlewareProtocol, Sendable {
        let inner: LabEffects
        func receiveContext(getState: @escaping GetState<LabState>, output: AnyActionHandler<Lab>) {
            inner.receiveContext(getState: getState, output: output)
        }
        func handle(action: Lab, from dispatcher: ActionSource, state: @escaping GetState<LabState>) -> IO<Lab> {
            inner.handle(action: action, from: dispatcher, state: state).flatMap {
                .send($0.action, from: $0.dispatcher.derived(by: "around"))
            }
        }
    }

    @Test func answerThroughTwoBridgesCountsAsAnAnswerForAnyTrailLength() {
        let count = 250
        let effects = LabEffects().on(\.go, .first) { value, effect in effect.send(.said("\(value)")) }
        let bridge = AnyMiddleware<Lab, Lab, LabState> { action, source, _ in
            guard case .said(let text) = action, let value = Int(text), value < count else { return .pure() }
            return .send(.go(value + 1), from: source.derived(by: "a").derived(by: "b"))
        }
        let store = world.store(effects, observing: bridge)
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said.count == count)
    }

    @Test(arguments: [EffectPolicy<Int>.first, .queued, .keepingLatest])
    func runsEndEvenIfTheirActionsAreDerived(policy: EffectPolicy<Int>) {
        let effects = LabEffects().on(\.go, policy) { value, effect in
            effect.send(.said("\(value)"))
            if value < 3 { effect.send(.go(value + 1)) }
        }
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: Deriving(inner: effects),
            environment: world.environment
        )
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said == ["1", "2", "3"])
    }

    @Test(arguments: [98, 99, 100]) func revocationOutlivesALongTrail(count: Int) {
        let effects = LabEffects()
            .on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }) { value, effect in effect.send(.said("\(value)")) }
            .cancel(on: \.stop)
        let busy = Lab.whenBusy { output, source in
            var source = source
            for _ in 0..<count { source = source.derived(by: "x") }
            output.dispatch(.go(1), from: source)
            output.dispatch(.set(5), from: source)
        }
        let second = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            guard case .set = action else { return .pure() }
            return IO { output in
                output.dispatch(.stop, from: source)
                world.drain()
            }
        }
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: Deriving(inner: effects) <> busy <> second,
            environment: world.environment
        )
        store.dispatch(.go(0))
        world.drain()
        #expect(store.state.said == [])
    }
}
