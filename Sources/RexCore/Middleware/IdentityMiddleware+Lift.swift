// SPDX-License-Identifier: MIT

// The forms of `MiddlewareProtocol.lift`, which here give an identity.

extension IdentityMiddleware {
    /// Lifts as every middleware does, and gives an identity.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        .init()
    }

    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<InputActionType, GlobalOutput, GlobalState> {
        .init()
    }

    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalInput, OutputActionType, GlobalState> {
        .init()
    }

    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> IdentityMiddleware<GlobalInput, GlobalOutput, StateType> {
        .init()
    }

    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> IdentityMiddleware<GlobalInput, OutputActionType, StateType> {
        .init()
    }

    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> IdentityMiddleware<InputActionType, GlobalOutput, StateType> {
        .init()
    }

    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<InputActionType, OutputActionType, GlobalState> {
        .init()
    }
}
