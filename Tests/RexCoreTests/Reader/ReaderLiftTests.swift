// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Adder: MiddlewareProtocol, Sendable {
    let summand: Int

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        IO { [summand] output in output.dispatch(action + 10 * state() + 100 * summand, from: dispatcher) }
    }
}

private struct World: Sendable { var summand: Int }
private struct GlobalState: Sendable { var local: Int }

/// The output of an action 1, whichever types there are at the ends.
private func output<Input, Output: Sendable, State, Dependencies>(
    _ reader: MiddlewareReader<Dependencies, some MiddlewareProtocol<Input, Output, State>>,
    _ dependencies: Dependencies,
    _ inputs: [Input],
    _ state: State
) -> [Output] where State: Sendable {
    let middleware = reader.inject(dependencies)
    return inputs.flatMap { sent(by: middleware.handle(action: $0, from: .here(), state: { state })).map(\.action) }
}

/// One test for each choice of labels; 1 + 10 * 2 + 100 * 3 is what arrives in all of them.
@Suite struct ReaderLiftTests {
    private let reader = MiddlewareReader<Int, Adder> { Adder(summand: $0) }
    private let input: @Sendable (String) -> Int? = { Int($0) }
    private let out: @Sendable (Int) -> String = { "<\($0)>" }
    private let texts = ["no number", "1"]

    @Test func allFour() {
        let lifted = reader.lift(
            inputAction: input,
            outputAction: out,
            state: \GlobalState.local,
            dependencies: \World.summand
        )
        #expect(output(lifted, World(summand: 3), texts, GlobalState(local: 2)) == ["<321>"])
    }

    @Test func outputStateDependencies() {
        let lifted = reader.lift(outputAction: out, state: \GlobalState.local, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], GlobalState(local: 2)) == ["<321>"])
    }

    @Test func inputStateDependencies() {
        let lifted = reader.lift(inputAction: input, state: \GlobalState.local, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), texts, GlobalState(local: 2)) == [321])
    }

    @Test func inputOutputDependencies() {
        let lifted = reader.lift(inputAction: input, outputAction: out, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), texts, 2) == ["<321>"])
    }

    @Test func inputOutputState() {
        let lifted = reader.lift(inputAction: input, outputAction: out, state: \GlobalState.local)
        #expect(output(lifted, 3, texts, GlobalState(local: 2)) == ["<321>"])
    }

    @Test func stateDependencies() {
        let lifted = reader.lift(state: \GlobalState.local, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], GlobalState(local: 2)) == [321])
    }

    @Test func outputDependencies() {
        let lifted = reader.lift(outputAction: out, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], 2) == ["<321>"])
    }

    @Test func outputState() {
        #expect(
            output(reader.lift(outputAction: out, state: \GlobalState.local), 3, [1], GlobalState(local: 2)) == [
                "<321>"
            ]
        )
    }

    @Test func inputDependencies() {
        let lifted = reader.lift(inputAction: input, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), texts, 2) == [321])
    }

    @Test func inputState() {
        #expect(
            output(reader.lift(inputAction: input, state: \GlobalState.local), 3, texts, GlobalState(local: 2)) == [321]
        )
    }

    @Test func inputOutput() {
        #expect(output(reader.lift(inputAction: input, outputAction: out), 3, texts, 2) == ["<321>"])
    }

    @Test func stateAlone() {
        #expect(output(reader.lift(state: \GlobalState.local), 3, [1], GlobalState(local: 2)) == [321])
    }

    @Test func dependenciesAloneKeepTheMiddleware() {
        let lifted: MiddlewareReader<World, Adder> = reader.lift(dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], 2) == [321])
    }

    @Test func outputAlone() {
        #expect(output(reader.lift(outputAction: out), 3, [1], 2) == ["<321>"])
    }

    @Test func inputAlone() {
        #expect(output(reader.lift(inputAction: input), 3, texts, 2) == [321])
    }
}
