// SPDX-License-Identifier: MIT

// The forms are all choices of the four labels, in their order; each lifts the middleware and, with `dependencies:`,
// the dependencies. They cannot be one function with default arguments, because a default cannot name the associated
// types of `Self`.

extension MiddlewareReaderProtocol {
    /// Lifts the middleware that will be made, and its dependencies, from local to global types.
    ///
    /// Nothing is made by this. `dependencies` runs once for each ``inject``, the other three as in
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
    /// - Parameters:
    ///   - inputActionMap: the local action, or nil if the action does not match. For
    ///     each of the four that is left out, the types are the same.
    ///   - outputActionMap: what the middleware sends, as a global action.
    ///   - stateMap: the local state.
    ///   - dependenciesMap: the local dependencies.
    public func lift<GlobalInputAction, GlobalOutputAction, GlobalState, GlobalDependencies>(
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
    public func lift<GlobalOutputAction, GlobalState, GlobalDependencies>(
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
    public func lift<GlobalInputAction, GlobalState, GlobalDependencies>(
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
    public func lift<GlobalInputAction, GlobalOutputAction, GlobalDependencies>(
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
    public func lift<GlobalInputAction, GlobalOutputAction, GlobalState>(
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
    public func lift<GlobalState, GlobalDependencies>(
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<MiddlewareType.InputActionType, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(state: stateMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts output and dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalOutputAction, GlobalDependencies>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalOutputAction, GlobalState>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap, state: stateMap) }
    }

    /// Lifts input and dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalInputAction, GlobalDependencies>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<
        GlobalDependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap) }.contramapDependencies(dependenciesMap)
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalInputAction, GlobalState>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, state: stateMap) }
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalInputAction, GlobalOutputAction>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?,
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap, outputAction: outputActionMap) }
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalState>(
        state stateMap: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<MiddlewareType.InputActionType, MiddlewareType.OutputActionType, GlobalState, MiddlewareType>
    > {
        mapMiddleware { $0.lift(state: stateMap) }
    }

    /// Lifts the dependencies; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalDependencies>(
        dependencies dependenciesMap: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<GlobalDependencies, MiddlewareType> {
        contramapDependencies(dependenciesMap)
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalOutputAction>(
        outputAction outputActionMap: @escaping @Sendable (MiddlewareType.OutputActionType) -> GlobalOutputAction
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<MiddlewareType.InputActionType, GlobalOutputAction, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(outputAction: outputActionMap) }
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalInputAction>(
        inputAction inputActionMap: @escaping @Sendable (GlobalInputAction) -> MiddlewareType.InputActionType?
    ) -> MiddlewareReader<
        Dependencies,
        LiftMiddleware<GlobalInputAction, MiddlewareType.OutputActionType, MiddlewareType.StateType, MiddlewareType>
    > {
        mapMiddleware { $0.lift(inputAction: inputActionMap) }
    }
}

extension MiddlewareReaderProtocol where MiddlewareType.InputActionType == MiddlewareType.OutputActionType {
    /// Lifts the middleware that will be made, and its dependencies, to global actions that have
    /// a case for it.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time, dependencies: \World.now)
    /// ```
    ///
    /// See ``lift(inputAction:outputAction:state:dependencies:)``.
    public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        state: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<GlobalDependencies, LiftMiddleware<GlobalAction, GlobalAction, GlobalState, MiddlewareType>> {
        mapMiddleware { $0.lift(case: path, state: state) }.contramapDependencies(dependencies)
    }
}
