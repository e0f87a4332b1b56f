// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// The whole, in which an `Int` middleware is a part.
private enum Whole: Sendable, Equatable {
    case number(Int)
    case text(String)

    var number: Int? {
        get { if case .number(let number) = self { number } else { nil } }
        set { if case .number = self, let newValue { self = .number(newValue) } }
    }
}

private struct WholeState: Sendable {
    var part = 0
}

/// Answers a number with that number plus the state, later also from its context.
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
        _ middleware: some MiddlewareProtocol<Whole, Output, State>,
        state: @escaping GetState<State>
    ) -> [DispatchedAction<Output>] {
        [.text("not meant"), .number(1)].flatMap { (action: Whole) in
            sent(by: middleware.handle(action: action, from: source, state: state))
        }
    }

    @Test func threeLabelsLiftEverything() {
        let lifted = Adder(reads: reads)
            .lift(inputAction: \Whole.number, outputAction: Whole.number, state: \WholeState.part)
        #expect(answers(lifted, state: { WholeState(part: 5) }) == [DispatchedAction(.number(6), dispatcher: source)])
        #expect(reads.events == [5])
    }

    @Test func inputAndStateLiftTogether() {
        let lifted = Adder(reads: reads).lift(inputAction: \Whole.number, state: \WholeState.part)
        #expect(answers(lifted, state: { WholeState(part: 5) }) == [DispatchedAction(6, dispatcher: source)])
    }

    @Test func inputAndOutputLiftTogether() {
        let lifted = Adder(reads: reads).lift(inputAction: \Whole.number, outputAction: { "\($0)" })
        #expect(answers(lifted, state: { 5 }) == [DispatchedAction("6", dispatcher: source)])
    }

    @Test func inputLiftsAlone() {
        #expect(
            answers(Adder(reads: reads).lift(inputAction: \Whole.number), state: { 5 }) == [
                DispatchedAction(6, dispatcher: source)
            ]
        )
    }

    @Test func outputAndStateLiftTogether() {
        let lifted = Adder(reads: reads).lift(outputAction: Whole.number, state: \WholeState.part)
        let io = lifted.handle(action: 1, from: source, state: { WholeState(part: 5) })
        #expect(sent(by: io) == [DispatchedAction(.number(6), dispatcher: source)])
    }

    @Test func outputLiftsAlone() {
        let io = Adder(reads: reads).lift(outputAction: Whole.number).handle(action: 1, from: source, state: { 5 })
        #expect(sent(by: io) == [DispatchedAction(.number(6), dispatcher: source)])
    }

    @Test func stateLiftsAlone() {
        let lifted = Adder(reads: reads).lift(state: \WholeState.part)
        let io = lifted.handle(action: 1, from: source, state: { WholeState(part: 5) })
        #expect(sent(by: io) == [DispatchedAction(6, dispatcher: source)])
    }

    @Test func oneKeyPathLiftsBothDirections() {
        let lifted = Adder(reads: reads).lift(action: \Whole.number, state: \WholeState.part)
        #expect(answers(lifted, state: { WholeState(part: 5) }) == [DispatchedAction(.number(6), dispatcher: source)])
    }

    @Test func contextIsLiftedToo() {
        let context = Recorder<Whole>()
        Adder(reads: reads)
            .lift(inputAction: \Whole.number, outputAction: Whole.number, state: \WholeState.part)
            .receiveContext(getState: { WholeState(part: 4) }, output: AnyActionHandler { context.record($0.action) })
        #expect(context.events == [.number(4000)])
    }

    @Test func actionThatIsNotMeantReachesNeitherMiddlewareNorState() {
        let touched = Recorder<String>()
        let part = AnyMiddleware<Int, Int, Int> { _, _, _ in
            touched.record("handle")
            return .pure()
        }
        let lifted = part.lift(
            inputAction: \Whole.number,
            outputAction: Whole.number,
            state: { (state: WholeState) in
                touched.record("state")
                return state.part
            }
        )
        #expect(sent(by: lifted.handle(action: .text("a"), from: source, state: { WholeState() })).isEmpty)
        #expect(touched.events == [])
    }

    @Test func liftedIdentityAddsNothingToAComposition() {
        let touched = Recorder<Whole>()
        let lifted = IdentityMiddleware<Int, Int, Int>()
            .lift(
                inputAction: { (action: Whole) in
                    touched.record(action)
                    return nil
                },
                outputAction: Whole.number,
                state: \WholeState.part
            )
        let composed = lifted <> lifted
        _ = composed.handle(action: .number(1), from: source, state: { WholeState() })
        #expect(touched.events == [])
    }

    @Test func keyPathLiftThatSpeaksUnaskedStopsWithTheRule() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Adder(reads: Recorder())
                .lift(action: \Whole.number, state: \WholeState.part)
                .receiveContext(getState: { WholeState() }, output: AnyActionHandler { _ in })
        }
        expectMessage(
            of: result,
            contains: "sent an action that answers none",
            "lift this middleware with lift(inputAction:outputAction:state:)"
        )
    }
}
