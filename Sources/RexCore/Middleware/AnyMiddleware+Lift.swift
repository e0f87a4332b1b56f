// SPDX-License-Identifier: MIT

// The forms of `MiddlewareProtocol.lift`, which here give an erased middleware.

extension AnyMiddleware {
    /// Lifts input, output and state as for any middleware, and gives an erased middleware.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift(state))
            .eraseToAnyMiddleware()
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<InputActionType, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state))
            .eraseToAnyMiddleware()
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<GlobalInput, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift(state))
            .eraseToAnyMiddleware()
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> AnyMiddleware<GlobalInput, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift())
            .eraseToAnyMiddleware()
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> AnyMiddleware<GlobalInput, OutputActionType, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift()).eraseToAnyMiddleware()
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> AnyMiddleware<InputActionType, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift())
            .eraseToAnyMiddleware()
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<InputActionType, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(), state: StateLift(state)).eraseToAnyMiddleware()
    }
}
