// SPDX-License-Identifier: MIT

// There is a form for each combination of the three labels. Default arguments can't replace them,
// because a default can't name the associated types of `Self`.

/// The type of a lifted middleware: a composition with global types.
///
/// `Local` only documents which middleware was lifted.
public typealias LiftMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType, Local> =
    ComposedMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType>
where Local: MiddlewareProtocol

extension MiddlewareProtocol {
    /// Lifts this middleware from local to global types.
    ///
    /// `inputAction` runs for each action, where the store processes. `outputAction` runs for each
    /// sent action, on the sending thread. `state` runs each time the middleware reads its state.
    /// The result contains the middlewares that this one's `composition` has now, and isn't
    /// `Sendable`.
    ///
    /// ```swift
    /// let app = clock.lift(inputAction: \AppAction.clock, outputAction: AppAction.clock, state: \AppState.time)
    /// ```
    ///
    /// - Parameters:
    ///   - inputAction: Returns the local action, or nil if the action doesn't match. Without it,
    ///     the input actions are the same.
    ///   - outputAction: Turns an action that the middleware sends into a global action. Without
    ///     it, the output actions are the same.
    ///   - state: Returns the local state. Without it, the state is the same.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalOutputAction, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInputAction, GlobalOutputAction, GlobalState> {
        LiftedMiddleware(
            local: composition,
            input: inputAction,
            output: OutputLift(outputAction),
            state: StateLift(state)
        )
        .composition
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutputAction, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, GlobalOutputAction, GlobalState> {
        LiftedMiddleware(local: composition, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state))
            .composition
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInputAction, OutputActionType, GlobalState> {
        LiftedMiddleware(local: composition, input: inputAction, output: OutputLift(), state: StateLift(state))
            .composition
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalOutputAction>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction
    ) -> ComposedMiddleware<GlobalInputAction, GlobalOutputAction, StateType> {
        LiftedMiddleware(local: composition, input: inputAction, output: OutputLift(outputAction), state: StateLift())
            .composition
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?
    ) -> ComposedMiddleware<GlobalInputAction, OutputActionType, StateType> {
        LiftedMiddleware(local: composition, input: inputAction, output: OutputLift(), state: StateLift())
            .composition
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutputAction>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction
    ) -> ComposedMiddleware<InputActionType, GlobalOutputAction, StateType> {
        LiftedMiddleware(local: composition, input: { $0 }, output: OutputLift(outputAction), state: StateLift())
            .composition
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, OutputActionType, GlobalState> {
        LiftedMiddleware(local: composition, input: { $0 }, output: OutputLift(), state: StateLift(state))
            .composition
    }
}

extension MiddlewareProtocol where InputActionType == OutputActionType {
    /// Lifts this middleware to a case of the global actions.
    ///
    /// It handles the actions in that case. Its own actions are embedded in that case; see
    /// ``lift(inputAction:outputAction:state:)``. Case paths with an index, such as the ones of
    /// `@Prism`, keep compositions fast: only the middlewares for the action's case are called. The
    /// cost of an action doesn't grow with the number of other middlewares.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time)
    /// ```
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        let local = composition
        return LiftedMiddleware(local: local, case: path, state: state)
            .composition
            .mapped { [.lift(path.name, of: GlobalAction.self, "a function", local.mapEntries)] }
    }

    /// Lifts this middleware from local to global types, in one of the forms of ``Lift``.
    ///
    /// ```swift
    /// let app = detail.lift(.case(AppAction.prisms.detail, optional: \AppState.detail))
    /// ```
    ///
    /// While the part is absent, the middleware gets no actions. The effects of an `EffectMiddleware`
    /// end when a reduction removes the part, or replaces its value by one with another identity.
    /// Other middlewares get no context, since the part may be absent: one that needs its context stays
    /// silent.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        _ lift: Lift<GlobalAction, GlobalState, InputActionType, StateType>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lift.lifted(composition, .identity, isMapped: true)
    }
}
