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

/// Returns the output for the action 1, for any global types.
private func output<Input, Output: Sendable, State, Dependencies>(
    _ reader: MiddlewareReader<Dependencies, some MiddlewareProtocol<Input, Output, State>>,
    _ dependencies: Dependencies,
    _ inputs: [Input],
    _ state: State
) -> [Output] where State: Sendable {
    let middleware = reader.inject(dependencies)
    return inputs.flatMap { sent(by: middleware.handle(action: $0, from: .here(), state: { state })).map(\.action) }
}

/// One test for each combination of labels.
///
/// The expected output is always 1 + 10 * 2 + 100 * 3.
@Suite struct ReaderLiftTests {
    private let reader = MiddlewareReader<Int, Adder> { Adder(summand: $0) }
    private let input: @Sendable (String) -> Int? = { Int($0) }
    private let out: @Sendable (Int) -> String = { "<\($0)>" }
    private let texts = ["no number", "1"]

    @Test func allFourLabelsLiftTogether() {
        let lifted = reader.lift(
            inputAction: input,
            outputAction: out,
            state: \GlobalState.local,
            dependencies: \World.summand
        )
        #expect(output(lifted, World(summand: 3), texts, GlobalState(local: 2)) == ["<321>"])
    }

    @Test func outputStateAndDependenciesLiftTogether() {
        let lifted = reader.lift(outputAction: out, state: \GlobalState.local, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], GlobalState(local: 2)) == ["<321>"])
    }

    @Test func inputStateAndDependenciesLiftTogether() {
        let lifted = reader.lift(inputAction: input, state: \GlobalState.local, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), texts, GlobalState(local: 2)) == [321])
    }

    @Test func inputOutputAndDependenciesLiftTogether() {
        let lifted = reader.lift(inputAction: input, outputAction: out, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), texts, 2) == ["<321>"])
    }

    @Test func inputOutputAndStateLiftTogether() {
        let lifted = reader.lift(inputAction: input, outputAction: out, state: \GlobalState.local)
        #expect(output(lifted, 3, texts, GlobalState(local: 2)) == ["<321>"])
    }

    @Test func stateAndDependenciesLiftTogether() {
        let lifted = reader.lift(state: \GlobalState.local, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], GlobalState(local: 2)) == [321])
    }

    @Test func outputAndDependenciesLiftTogether() {
        let lifted = reader.lift(outputAction: out, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], 2) == ["<321>"])
    }

    @Test func outputAndStateLiftTogether() {
        #expect(
            output(reader.lift(outputAction: out, state: \GlobalState.local), 3, [1], GlobalState(local: 2)) == [
                "<321>"
            ]
        )
    }

    @Test func inputAndDependenciesLiftTogether() {
        let lifted = reader.lift(inputAction: input, dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), texts, 2) == [321])
    }

    @Test func inputAndStateLiftTogether() {
        #expect(
            output(reader.lift(inputAction: input, state: \GlobalState.local), 3, texts, GlobalState(local: 2)) == [321]
        )
    }

    @Test func inputAndOutputLiftTogether() {
        #expect(output(reader.lift(inputAction: input, outputAction: out), 3, texts, 2) == ["<321>"])
    }

    @Test func stateLiftsAlone() {
        #expect(output(reader.lift(state: \GlobalState.local), 3, [1], GlobalState(local: 2)) == [321])
    }

    @Test func dependenciesLiftAloneAndKeepTheMiddleware() {
        let lifted: MiddlewareReader<World, Adder> = reader.lift(dependencies: \World.summand)
        #expect(output(lifted, World(summand: 3), [1], 2) == [321])
    }

    @Test func outputLiftsAlone() {
        #expect(output(reader.lift(outputAction: out), 3, [1], 2) == ["<321>"])
    }

    @Test func inputLiftsAlone() {
        #expect(output(reader.lift(inputAction: input), 3, texts, 2) == [321])
    }
}
