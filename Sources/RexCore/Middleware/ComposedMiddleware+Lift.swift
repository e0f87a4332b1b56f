// SPDX-License-Identifier: MIT

// The forms of `MiddlewareProtocol.lift`, which here give a composed middleware.

extension ComposedMiddleware {
    /// Lifts input, output and state as for any middleware, and gives a composed middleware.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift(state))
            .composition
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state)).composition
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInput, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift(state)).composition
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> ComposedMiddleware<GlobalInput, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift()).composition
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> ComposedMiddleware<GlobalInput, OutputActionType, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift()).composition
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> ComposedMiddleware<InputActionType, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift()).composition
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    @inlinable public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(), state: StateLift(state)).composition
    }
}
