// SPDX-License-Identifier: MIT

/// A middleware that does nothing; a composition leaves it out.
public struct IdentityMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Hashable, Sendable {
    /// Makes a middleware that does nothing.
    @inlinable public init() {}

    /// Does nothing.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        .pure()
    }

    /// The empty composition.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> { .identity }
}

// The forms of `MiddlewareProtocol.lift`, which here give an identity.

extension IdentityMiddleware {
    /// Lifts input, output and state as for any middleware, and gives a middleware that does nothing.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        .init()
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<InputActionType, GlobalOutput, GlobalState> {
        .init()
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalInput, OutputActionType, GlobalState> {
        .init()
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> IdentityMiddleware<GlobalInput, GlobalOutput, StateType> {
        .init()
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> IdentityMiddleware<GlobalInput, OutputActionType, StateType> {
        .init()
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> IdentityMiddleware<InputActionType, GlobalOutput, StateType> {
        .init()
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<InputActionType, OutputActionType, GlobalState> {
        .init()
    }
}
