// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where InputActionType == OutputActionType {
    /// Makes a middleware that answers in kind one of the whole, whose actions have a case for it.
    ///
    /// It handles the actions in that case, and what it sends comes out in that case. In a composition of many such
    /// middlewares, only those for the action's case are asked.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time)
    /// ```
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalAction, GlobalAction, GlobalState, Self> {
        LiftMiddleware(
            part: self,
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(state),
            place: path.place
        )
    }
}

extension AnyMiddleware where InputActionType == OutputActionType {
    /// Lifts as every middleware does, and gives an erased middleware.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftMiddleware(
            part: self,
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(state),
            place: path.place
        )
        .eraseToAnyMiddleware()
    }
}

extension ComposedMiddleware where InputActionType == OutputActionType {
    /// Lifts as every middleware does, and gives a composed middleware.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftMiddleware(
            part: self,
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(state),
            place: path.place
        )
        .composition
    }
}

extension IdentityMiddleware where InputActionType == OutputActionType {
    /// Lifts as every middleware does, and gives a middleware that does nothing.
    ///
    /// See ``MiddlewareProtocol/lift(case:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> IdentityMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift(inputAction: path.extract, outputAction: path.embed, state: state)
    }
}
