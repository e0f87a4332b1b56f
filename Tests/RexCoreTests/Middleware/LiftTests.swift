// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Global actions with a case for an `Int` middleware.
private enum GlobalAction: Sendable, Equatable {
    case number(Int)
    case text(String)

    var number: Int? {
        get { if case .number(let number) = self { number } else { nil } }
        set { if case .number = self, let newValue { self = .number(newValue) } }
    }
}

private struct GlobalState: Sendable {
    var local = 0
}

/// Answers a number with that number plus the state, and also sends from its context.
private struct Adder: MiddlewareProtocol {
    let reads: Recorder<Int>

    func receiveContext(getState: @escaping GetState<Int>, output: AnyActionHandler<Int>) {
        output.dispatch(getState() * 1000)
    }

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        IO { [reads] output in
            let state = state()
            reads.record(state)
            output.dispatch(action + state, from: dispatcher)
        }
    }
}

@Suite struct LiftTests {
    private let reads = Recorder<Int>()
    private let source = ActionSource(file: "A/B.swift", function: "f()", line: 3, info: nil)

    private func answers<Output: Sendable, State>(
        _ middleware: some MiddlewareProtocol<GlobalAction, Output, State>,
        state: @escaping GetState<State>
    ) -> [DispatchedAction<Output>] {
        [.text("other"), .number(1)].flatMap { (action: GlobalAction) in
            sent(by: middleware.handle(action: action, from: source, state: state))
        }
    }

    @Test func threeLabelsLiftEverything() {
        let lifted = Adder(reads: reads)
            .lift(inputAction: \GlobalAction.number, outputAction: GlobalAction.number, state: \GlobalState.local)
        #expect(answers(lifted, state: { GlobalState(local: 5) }) == [DispatchedAction(.number(6), dispatcher: source)])
        #expect(reads.events == [5])
    }

    @Test func inputAndStateLiftTogether() {
        let lifted = Adder(reads: reads).lift(inputAction: \GlobalAction.number, state: \GlobalState.local)
        #expect(answers(lifted, state: { GlobalState(local: 5) }) == [DispatchedAction(6, dispatcher: source)])
    }

    @Test func inputAndOutputLiftTogether() {
        let lifted = Adder(reads: reads).lift(inputAction: \GlobalAction.number, outputAction: { "\($0)" })
        #expect(answers(lifted, state: { 5 }) == [DispatchedAction("6", dispatcher: source)])
    }

    @Test func inputLiftsAlone() {
        #expect(
            answers(Adder(reads: reads).lift(inputAction: \GlobalAction.number), state: { 5 }) == [
                DispatchedAction(6, dispatcher: source)
            ]
        )
    }

    @Test func outputAndStateLiftTogether() {
        let lifted = Adder(reads: reads).lift(outputAction: GlobalAction.number, state: \GlobalState.local)
        let io = lifted.handle(action: 1, from: source, state: { GlobalState(local: 5) })
        #expect(sent(by: io) == [DispatchedAction(.number(6), dispatcher: source)])
    }

    @Test func outputLiftsAlone() {
        let io = Adder(reads: reads).lift(outputAction: GlobalAction.number).handle(
            action: 1,
            from: source,
            state: { 5 }
        )
        #expect(sent(by: io) == [DispatchedAction(.number(6), dispatcher: source)])
    }

    @Test func stateLiftsAlone() {
        let lifted = Adder(reads: reads).lift(state: \GlobalState.local)
        let io = lifted.handle(action: 1, from: source, state: { GlobalState(local: 5) })
        #expect(sent(by: io) == [DispatchedAction(6, dispatcher: source)])
    }

    @Test func contextIsLiftedToo() {
        let context = Recorder<GlobalAction>()
        Adder(reads: reads)
            .lift(inputAction: \GlobalAction.number, outputAction: GlobalAction.number, state: \GlobalState.local)
            .receiveContext(getState: { GlobalState(local: 4) }, output: AnyActionHandler { context.record($0.action) })
        #expect(context.events == [.number(4000)])
    }

    @Test func actionThatDoesNotMatchReachesNeitherMiddlewareNorState() {
        let touched = Recorder<String>()
        let part = AnyMiddleware<Int, Int, Int> { _, _, _ in
            touched.record("handle")
            return .pure()
        }
        let lifted = part.lift(
            inputAction: \GlobalAction.number,
            outputAction: GlobalAction.number,
            state: { (state: GlobalState) in
                touched.record("state")
                return state.local
            }
        )
        #expect(sent(by: lifted.handle(action: .text("a"), from: source, state: { GlobalState() })).isEmpty)
        #expect(touched.events == [])
    }

    @Test func liftedIdentityAddsNothingToAComposition() {
        let touched = Recorder<GlobalAction>()
        let lifted = IdentityMiddleware<Int, Int, Int>()
            .lift(
                inputAction: { (action: GlobalAction) in
                    touched.record(action)
                    return nil
                },
                outputAction: GlobalAction.number,
                state: \GlobalState.local
            )
        let composed = lifted <> lifted
        _ = composed.handle(action: .number(1), from: source, state: { GlobalState() })
        #expect(touched.events == [])
    }
}
