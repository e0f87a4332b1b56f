// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Doubler: MiddlewareProtocol, Sendable {
    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        IO { output in output.dispatch(action * 2 + state(), from: dispatcher) }
    }
}

/// Returns the answers of a middleware to the inputs, with a constant state.
private func answers<Input, Output: Sendable, State: Sendable>(
    _ middleware: some MiddlewareProtocol<Input, Output, State>,
    _ inputs: [Input],
    _ state: State
) -> [Output] {
    inputs.flatMap { sent(by: middleware.handle(action: $0, from: .here(), state: { state })).map(\.action) }
}

/// Every form of `lift` returns a composition.
@Suite struct KindTests {
    private let input: @Sendable (String) -> Int? = { Int($0) }
    private let out: @Sendable (Int) -> String = { "<\($0)>" }
    private let texts = ["no number", "3"]

    @Test func erasedStaysErased() {
        let erased = Doubler().eraseToAnyMiddleware()
        let all: AnyMiddleware<String, String, [Int]> = erased.lift(
            inputAction: input,
            outputAction: out,
            state: \.count
        )
        let outputState: AnyMiddleware<Int, String, [Int]> = erased.lift(outputAction: out, state: \.count)
        let inputState: AnyMiddleware<String, Int, [Int]> = erased.lift(inputAction: input, state: \.count)
        let inputOutput: AnyMiddleware<String, String, Int> = erased.lift(inputAction: input, outputAction: out)
        let onlyInput: AnyMiddleware<String, Int, Int> = erased.lift(inputAction: input)
        let onlyOutput: AnyMiddleware<Int, String, Int> = erased.lift(outputAction: out)
        let onlyState: AnyMiddleware<Int, Int, [Int]> = erased.lift(state: \.count)
        #expect(answers(all, texts, [0]) == ["<7>"])
        #expect(answers(outputState, [3], [0]) == ["<7>"])
        #expect(answers(inputState, texts, [0]) == [7])
        #expect(answers(inputOutput, texts, 1) == ["<7>"])
        #expect(answers(onlyInput, texts, 1) == [7])
        #expect(answers(onlyOutput, [3], 1) == ["<7>"])
        #expect(answers(onlyState, [3], [0]) == [7])
    }

    @Test func composedStaysComposed() {
        let composed = Doubler() <> Doubler()
        let all: ComposedMiddleware<String, String, [Int]> =
            composed.lift(inputAction: input, outputAction: out, state: \.count)
        let outputState: ComposedMiddleware<Int, String, [Int]> = composed.lift(outputAction: out, state: \.count)
        let inputState: ComposedMiddleware<String, Int, [Int]> = composed.lift(inputAction: input, state: \.count)
        let inputOutput: ComposedMiddleware<String, String, Int> = composed.lift(inputAction: input, outputAction: out)
        let onlyInput: ComposedMiddleware<String, Int, Int> = composed.lift(inputAction: input)
        let onlyOutput: ComposedMiddleware<Int, String, Int> = composed.lift(outputAction: out)
        let onlyState: ComposedMiddleware<Int, Int, [Int]> = composed.lift(state: \.count)
        #expect(answers(all, texts, [0]) == ["<7>", "<7>"])
        #expect(answers(outputState, [3], [0]) == ["<7>", "<7>"])
        #expect(answers(inputState, texts, [0]) == [7, 7])
        #expect(answers(inputOutput, texts, 1) == ["<7>", "<7>"])
        #expect(answers(onlyInput, texts, 1) == [7, 7])
        #expect(answers(onlyOutput, [3], 1) == ["<7>", "<7>"])
        #expect(answers(onlyState, [3], [0]) == [7, 7])
    }

    @Test func liftedIdentityDoesNothing() {
        let identity = IdentityMiddleware<Int, Int, Int>()
        let all: ComposedMiddleware<String, String, [Int]> =
            identity.lift(inputAction: input, outputAction: out, state: \.count)
        let outputState: ComposedMiddleware<Int, String, [Int]> = identity.lift(outputAction: out, state: \.count)
        let inputState: ComposedMiddleware<String, Int, [Int]> = identity.lift(inputAction: input, state: \.count)
        let inputOutput: ComposedMiddleware<String, String, Int> = identity.lift(inputAction: input, outputAction: out)
        let onlyInput: ComposedMiddleware<String, Int, Int> = identity.lift(inputAction: input)
        let onlyOutput: ComposedMiddleware<Int, String, Int> = identity.lift(outputAction: out)
        let onlyState: ComposedMiddleware<Int, Int, [Int]> = identity.lift(state: \.count)
        #expect(answers(all, texts, [0]) == [])
        #expect(answers(outputState, [3], [0]) == [])
        #expect(answers(inputState, texts, [0]) == [])
        #expect(answers(inputOutput, texts, 1) == [])
        #expect(answers(onlyInput, texts, 1) == [])
        #expect(answers(onlyOutput, [3], 1) == [])
        #expect(answers(onlyState, [3], [0]) == [])
    }

    @Test func identityLiftedInGenericCodeAddsNothing() {
        func lifted<M: MiddlewareProtocol>(_ middleware: M) -> LiftMiddleware<
            M.InputActionType, M.OutputActionType, [Int], M
        >
        where M.StateType == Int {
            middleware.lift(state: \[Int].count)
        }
        let composed = lifted(IdentityMiddleware<Int, Int, Int>()) <> lifted(Doubler())
        #expect(answers(composed, [3], [0]) == [7])
    }
}
