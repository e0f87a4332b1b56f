// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

/// Sends as soon as it gets its context.
private struct Greeter: MiddlewareProtocol {
    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        .pure()
    }

    func receiveContext(getState: @escaping GetState<AppState>, output: AnyActionHandler<AppAction>) {
        output.dispatch(.answer(1))
    }
}

@Suite struct LateOutputTests {
    private let probe = Probe(answering: .later)
    private let processed = Recorder<AppAction>()

    private func store(default gate: GateState) -> Store<AppAction, AppState> {
        Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: probe.gated(controlAction: \.control, turnOn: .on, turnOff: .off, default: gate)
        )
    }

    /// Regression: each tick of a timer that the opening action had started opened the gate again.
    @Test func tickOfTheTimerThatTheOpeningActionStartedDoesNotOpenTheGateAgain() throws {
        let store = store(default: .bypass)
        store.dispatch(.control(.on))
        let timer = try #require(probe.output)
        store.dispatch(.control(.off))
        timer.dispatch(.answer(1))
        store.dispatch(.ask(1))

        #expect(processed.events == [.control(.on), .control(.off), .ask(1)])
        #expect(probe.events.last == .ran(.control(.off)))
    }

    /// Regression: a late answer to the closing action closed the gate again.
    @Test func lateAnswerToTheClosingActionDoesNotCloseTheGateAgain() throws {
        let store = store(default: .active)
        store.dispatch(.control(.off))
        let late = try #require(probe.output)
        store.dispatch(.control(.on))
        late.dispatch(.answer(1))
        store.dispatch(.ask(1))

        #expect(processed.events == [.control(.off), .control(.on), .answer(1), .ask(1)])
        #expect(probe.events.last == .ran(.ask(1)))
    }

    @Test func outputDropsActionsOnlyWhileTheGateIsClosed() throws {
        let store = store(default: .active)
        store.dispatch(.ask(1))
        let timer = try #require(probe.output)
        store.dispatch(.control(.off))
        timer.dispatch(.answer(1))
        store.dispatch(.control(.on))
        timer.dispatch(.answer(2))
        withExtendedLifetime(store) {}

        #expect(processed.events == [.ask(1), .control(.off), .control(.on), .answer(2)])
    }

    @Test(arguments: [GateState.active, .bypass])
    func actionsSentWhileTheStoreIsMadePassAnOpenGateOnly(gate: GateState) {
        let byAction = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: Greeter().gated(controlAction: \.control?.gate, default: gate)
        )
        let byState = Store(
            initialState: AppState(gate: gate),
            reducer: recordingReducer(processed.record),
            middleware: Greeter().gated(state: \.gate)
        )
        byAction.dispatch(.ask(1))
        byState.dispatch(.ask(2))

        #expect(processed.events == (gate == .active ? [.answer(1), .answer(1)] : []) + [.ask(1), .ask(2)])
    }

    @Test func answerKeepsItsSource() {
        let sources = Recorder<ActionSource>()
        let source = ActionSource(file: "A/B.swift", function: "f()", line: 3, info: nil)
        let gated = Probe(answering: .atOnce).gated(state: \.isOpen)
        gated.handle(action: .ask(1), from: source) { AppState() }.run { sources.record($0.dispatcher) }
        #expect(sources.events == [source])
    }

    @Test(arguments: [GateState.active, .bypass])
    func outputReportsIdleInBothPositionsOfTheGate(gate: GateState) throws {
        let order = Recorder<String>()
        let store = store(default: gate)
        let context = try #require(probe.context)
        let observation = store.observe(\.gate) { _ in
            context.onIdle { order.record("nothing pending") }
            order.record("observed")
        }
        store.dispatch(.set(.bypass))
        #expect(order.events == ["nothing pending", "observed", "observed", "nothing pending"])
        observation.cancel()
    }
}
