// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where InputActionType == OutputActionType {
    /// Lifts this middleware from a part to a whole whose actions have a case for it.
    ///
    /// It handles the actions in that case, and what it sends is put into that case; see
    /// ``lift(inputAction:outputAction:state:)``. In a composition of middlewares that are lifted
    /// by case paths with an index, as those of `@Prism` are, only the ones for the action's case
    /// are asked. What an action costs does not grow with the number of the others.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time)
    /// ```
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalAction, GlobalAction, GlobalState, Self> {
        LiftMiddleware(part: self, case: path, state: state)
    }
}

extension AnyMiddleware where InputActionType == OutputActionType {
    /// Lifts by a case path as for any middleware, and gives an erased middleware.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftMiddleware(part: self, case: path, state: state).eraseToAnyMiddleware()
    }
}

extension ComposedMiddleware where InputActionType == OutputActionType {
    /// Lifts by a case path as for any middleware, and gives a composed middleware.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftMiddleware(part: self, case: path, state: state).composition
    }
}

extension IdentityMiddleware where InputActionType == OutputActionType {
    /// Lifts by a case path as for any middleware, and gives a middleware that does nothing.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(inputAction: path.extract, outputAction: path.embed, state: state)
    }
}
