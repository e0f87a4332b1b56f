// SPDX-License-Identifier: MIT

public import RexCore

/// The engine and the store with the types of a rule, for its runs.
@usableFromInline struct EffectContext<Input, Output, State>: Sendable {
    @usableFromInline let engine: EffectEngine
    @usableFromInline let inputs: EffectInputs<Input>
    @usableFromInline let output: AnyActionHandler<Output>
    @usableFromInline let getState: GetState<State>

    @usableFromInline init(
        _ engine: EffectEngine,
        _ inputs: EffectInputs<Input>,
        _ output: AnyActionHandler<Output>,
        _ getState: @escaping GetState<State>
    ) {
        self.engine = engine
        self.inputs = inputs
        self.output = output
        self.getState = getState
    }

    /// Returns the context for a rule with local types.
    func local<LocalInput, LocalOutput, LocalState>(
        _ input: @escaping @Sendable (Input) -> LocalInput?,
        _ embed: @escaping @Sendable (LocalOutput) -> Output,
        _ narrow: @escaping @Sendable (State) -> LocalState
    ) -> EffectContext<LocalInput, LocalOutput, LocalState> {
        EffectContext<LocalInput, LocalOutput, LocalState>(
            engine,
            inputs.local(input),
            output.contramap(embed)
        ) { [getState] in narrow(getState()) }
    }
}
