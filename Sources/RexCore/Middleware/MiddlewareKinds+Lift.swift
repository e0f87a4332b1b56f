// SPDX-License-Identifier: MIT

// The forms of `MiddlewareProtocol.lift` for composed and identity middlewares, which keep their
// type.

extension ComposedMiddleware {
    /// Lifts input, output and state, and returns a composed middleware.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(outputAction), state: StateLift(state))
            .composition
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, GlobalOutput, GlobalState> {
        LiftMiddleware(local: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state))
            .composition
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInput, OutputActionType, GlobalState> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(), state: StateLift(state)).composition
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> ComposedMiddleware<GlobalInput, GlobalOutput, StateType> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(outputAction), state: StateLift())
            .composition
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> ComposedMiddleware<GlobalInput, OutputActionType, StateType> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(), state: StateLift()).composition
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> ComposedMiddleware<InputActionType, GlobalOutput, StateType> {
        LiftMiddleware(local: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift()).composition
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, OutputActionType, GlobalState> {
        LiftMiddleware(local: self, input: { $0 }, output: OutputLift(), state: StateLift(state)).composition
    }
}

extension IdentityMiddleware {
    /// Lifts input, output and state, and returns a middleware that does nothing.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        .init()
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<InputActionType, GlobalOutput, GlobalState> {
        .init()
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalInput, OutputActionType, GlobalState> {
        .init()
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> IdentityMiddleware<GlobalInput, GlobalOutput, StateType> {
        .init()
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> IdentityMiddleware<GlobalInput, OutputActionType, StateType> {
        .init()
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> IdentityMiddleware<InputActionType, GlobalOutput, StateType> {
        .init()
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<InputActionType, OutputActionType, GlobalState> {
        .init()
    }
}

extension ComposedMiddleware where InputActionType == OutputActionType {
    /// Lifts by a case path, and returns a composed middleware.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftMiddleware(local: self, case: path, state: state).composition
    }
}

extension IdentityMiddleware where InputActionType == OutputActionType {
    /// Lifts by a case path, and returns a middleware that does nothing.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(inputAction: path.extract, outputAction: path.embed, state: state)
    }
}
