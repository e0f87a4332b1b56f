// SPDX-License-Identifier: MIT

// There is a form for each combination of the four labels, in their order. They lift the middleware
// and, with `dependencies:`, the dependencies. Default arguments can't replace them, because a
// default can't name the associated types of `Self`.

extension MiddlewareReaderProtocol {
    /// Lifts the future middleware and its dependencies from local to global types.
    ///
    /// `dependencies` runs once for each ``inject``. The other three run as in
    /// ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    ///
    /// ```swift
    /// let app = clock.lift(
    ///     inputAction: \AppAction.clock,
    ///     outputAction: AppAction.clock,
    ///     state: \AppState.time,
    ///     dependencies: \World.now
    /// )
    /// ```
    ///
    /// Without one of the four parameters, the types on both sides are the same.
    ///
    /// - Parameters:
    ///   - inputActionMap: Returns the local action, or nil if the action doesn't match.
    ///   - outputActionMap: Turns an action that the middleware sends into a global action.
    ///   - stateMap: Returns the local state.
    ///   - dependenciesMap: Returns the local dependencies.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalOutputAction, GlobalState, GlobalDependencies>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<GlobalInputAction, GlobalOutputAction, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, outputAction: outputActionMap, state: stateMap) }
            .contramapDependencies(dependenciesMap)
    }

    /// Lifts output, state and dependencies; see
    /// ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutputAction, GlobalState, GlobalDependencies>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap, state: stateMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts input, state and dependencies; see
    /// ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalState, GlobalDependencies>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, state: stateMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts input, output and dependencies; see
    /// ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalOutputAction, GlobalDependencies>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<GlobalInputAction, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, outputAction: outputActionMap) }.contramapDependencies(
            dependenciesMap
        )
    }

    /// Lifts input, output and state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalOutputAction, GlobalState>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, GlobalOutputAction, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, outputAction: outputActionMap, state: stateMap) }
    }

    /// Lifts state and dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState, GlobalDependencies>(
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<MiddlewareType.InputActionType, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(state: stateMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts output and dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutputAction, GlobalDependencies>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutputAction, GlobalState>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap, state: stateMap) }
    }

    /// Lifts input and dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalDependencies>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalState>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, state: stateMap) }
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction, GlobalOutputAction>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, outputAction: outputActionMap) }
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<MiddlewareType.InputActionType, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(state: stateMap) }
    }

    /// Lifts the dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalDependencies>(
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<GlobalDependencies, MiddlewareType> {
        contramapDependencies(dependenciesMap)
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalOutputAction>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap) }
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalInputAction>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap) }
    }
}

extension MiddlewareReaderProtocol where MiddlewareType.InputActionType == MiddlewareType.OutputActionType {
    /// Lifts the future middleware to a case of the global actions, and lifts its dependencies.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time, dependencies: \World.now)
    /// ```
    ///
    /// See ``lift(inputAction:outputAction:state:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        state: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<GlobalDependencies, LiftMiddleware<GlobalAction, GlobalAction, GlobalState, MiddlewareType>> {
        mapMiddleware { $0.lift(case: path, state: state) }.contramapDependencies(dependencies)
    }

    /// Lifts the future middleware in one of the forms of ``Lift``.
    ///
    /// ```swift
    /// let app = detail.lift(.case(AppAction.prisms.detail, optional: \AppState.detail))
    /// ```
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        _ lift: Lift<GlobalAction, GlobalState, MiddlewareType.InputActionType, MiddlewareType.StateType>
    ) -> MiddlewareReader<Dependencies, LiftMiddleware<GlobalAction, GlobalAction, GlobalState, MiddlewareType>> {
        mapMiddleware { $0.lift(lift) }
    }

    /// Lifts the future middleware in one of the forms of ``Lift``, and lifts its dependencies.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        _ lift: Lift<GlobalAction, GlobalState, MiddlewareType.InputActionType, MiddlewareType.StateType>,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<GlobalDependencies, LiftMiddleware<GlobalAction, GlobalAction, GlobalState, MiddlewareType>> {
        mapMiddleware { $0.lift(lift) }.contramapDependencies(dependencies)
    }
}
