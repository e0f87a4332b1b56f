// SPDX-License-Identifier: MIT

// Each lift has two forms, with and without `dependencies:`, of which one calls the other. Those to
// an optional are disfavored: otherwise the time to check a chain of lifts would double with each.

extension Feature {
    /// Lifts this feature to global actions that have a case for it, and to a global state and
    /// global dependencies that have its own.
    ///
    /// ```swift
    /// search.lift(case: AppAction.prisms.search, state: \.search, dependencies: \.searchAPI)
    /// ```
    ///
    /// - Parameters:
    ///   - path: the case of the global actions.
    ///   - state: where the global state has the local one; `\.self` where it is the same.
    ///   - dependencies: the local dependencies. Left out, they are the same.
    @inlinable public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, state: state)
    }

    /// Lifts actions and state; see `lift(case:state:dependencies:)`.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let read = reader(of: state)
        return lifted(reducer.lift(case: path, state: state)) { $0.lift(case: path, state: read) }
    }

    /// Lifts this feature to a place of the global state that may be empty.
    ///
    /// ```swift
    /// detail.lift(case: AppAction.prisms.detail, state: \.detail, dependencies: \.api)
    /// ```
    ///
    /// While the state is nil, actions for it are not processed: they change nothing, and no
    /// middleware of the feature gets them. Its effects end when the state becomes nil, whichever
    /// action does it; nothing that they have sent is processed any more.
    ///
    /// - Parameters:
    ///   - path: the case of the global actions.
    ///   - state: where the global state has the local one, or nil.
    ///   - dependencies: the local dependencies. Left out, they are the same.
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType?> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, state: state)
    }

    /// Lifts actions and a state that may be nil; see `lift(case:state:dependencies:)`.
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType?> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let read = reader(of: state)
        return lifted(reducer.lift(case: path, optionalState: state)) { $0.lift(case: path, optionalState: read) }
    }

    /// Lifts this feature to a state that is an enum, of which one case has the local state.
    ///
    /// ```swift
    /// login.lift(case: AppAction.prisms.login, stateCase: Screen.prisms.login)
    /// ```
    ///
    /// While the state is in another case, it is as a state that is nil; see
    /// `lift(case:state:dependencies:)`.
    ///
    /// - Parameters:
    ///   - path: the case of the global actions.
    ///   - stateCase: the case of the global state.
    ///   - dependencies: the local dependencies. Left out, they are the same.
    @inlinable public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        stateCase: CasePath<GlobalState, StateType>,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, stateCase: stateCase)
    }

    /// Lifts actions and state; see ``lift(case:stateCase:dependencies:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        stateCase: CasePath<GlobalState, StateType>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(reducer.lift(case: path, caseState: stateCase)) { $0.lift(case: path, caseState: stateCase) }
    }

    /// Lifts the state, where actions and dependencies are the same.
    ///
    /// ```swift
    /// screen.lift(state: \AppState.screen)
    /// ```
    @inlinable public func lift<GlobalState>(
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
