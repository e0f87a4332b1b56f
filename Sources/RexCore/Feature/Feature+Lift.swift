// SPDX-License-Identifier: MIT

// Each lift has two forms, with and without `dependencies:`. One calls the other. The lifts to an
// optional are disfavored: otherwise each lift in a chain would double its type-checking time.

extension Feature {
    /// Lifts this feature to a case of the global actions, a part of the global state, and a part
    /// of the global dependencies.
    ///
    /// ```swift
    /// search.lift(case: AppAction.prisms.search, state: \.search, dependencies: \.searchAPI)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the local state; `\.self` if they are the same.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, state: state)
    }

    /// Lifts actions and state; see `lift(case:state:dependencies:)`.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let read = reader(of: state)
        return lifted(reducer.lift(case: path, state: state)) { $0.lift(case: path, state: read) }
    }

    /// Lifts this feature to an optional part of the global state.
    ///
    /// ```swift
    /// detail.lift(case: AppAction.prisms.detail, state: \.detail, dependencies: \.api)
    /// ```
    ///
    /// While the state is nil, actions for it are ignored: neither the reducer nor the middlewares
    /// of the feature get them. When any action sets the state to nil, the effects of the feature
    /// end, and the actions that they have queued are dropped.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the local state.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType?> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, state: state)
    }

    /// Lifts actions and an optional state; see `lift(case:state:dependencies:)`.
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType?> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let read = reader(of: state)
        return lifted(reducer.lift(case: path, optionalState: state)) { $0.lift(case: path, optionalState: read) }
    }

    /// Lifts this feature to a global state that is an enum.
    ///
    /// The payload of one case is the local state.
    ///
    /// ```swift
    /// login.lift(case: AppAction.prisms.login, stateCase: Screen.prisms.login)
    /// ```
    ///
    /// While the state is in another case, it counts as nil; see `lift(case:state:dependencies:)`.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - stateCase: The case of the global state.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        stateCase: CasePath<GlobalState, StateType>,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, stateCase: stateCase)
    }

    /// Lifts actions and state; see ``lift(case:stateCase:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        stateCase: CasePath<GlobalState, StateType>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(reducer.lift(case: path, caseState: stateCase)) { $0.lift(case: path, caseState: stateCase) }
    }

    /// Lifts the state and keeps the actions and the dependencies.
    ///
    /// ```swift
    /// screen.lift(state: \AppState.screen)
    /// ```
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<ActionType, GlobalState, Dependencies> {
        let read = reader(of: state)
        return lifted(reducer.lift(state: state)) { $0.lift(state: read) }
    }

    @inlinable func lifted<GlobalAction, GlobalState>(
        _ reducer: Reducer<GlobalAction, GlobalState>,
        _ lift:
            @escaping @Sendable (ComposedMiddleware<ActionType, ActionType, StateType>) ->
            ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        Feature<GlobalAction, GlobalState, Dependencies>(reducer) { [makeMiddleware] in lift(makeMiddleware($0)) }
    }
}
