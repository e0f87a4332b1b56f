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
        let access = PropertyAccess(state)
        return lifted(reducer.lift(case: path, state: state), presence: presence.lifted(case: path, to: access)) {
            $0.lift(case: path, state: access.read)
        }
    }

    /// Lifts this feature to an optional part of the global state.
    ///
    /// ```swift
    /// detail.lift(case: AppAction.prisms.detail, state: \.detail, dependencies: \.api)
    /// ```
    ///
    /// While the state is nil, the store refuses actions for it: no reducer and no middleware gets
    /// them, also not those of the parents. A recording shows them, and a ``StoreNotice`` tells the
    /// reason. When any action sets the state to nil, the effects of the feature end, and the
    /// actions that they have queued are dropped.
    ///
    /// If the state is `Identifiable`, its effects also end when a reduction replaces it by a value
    /// with another id. Effects of the old value and of the new one are as separate as those of two
    /// elements of a collection. With `identity`, another key than the id decides, or nothing.
    /// Actions carry no id here, so an action that was meant for the old value reaches the new one.
    ///
    /// Only a store that is created with the feature refuses actions. If it is created with the
    /// feature's `reducer` and `middleware`, actions for a nil state reach the parents.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the local state.
    ///   - absent: With `.reachesParents`, an action for a nil state is not refused: the feature
    ///     ignores it, and its parents process it, for example to create the state.
    ///   - identity: Tells a value from the one that replaces it. With `.none`, a replaced value keeps
    ///     its effects, such as a draft that gets its id when it is saved.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType?> & Sendable,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<StateType> = .automatic,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, state: state, absent: absent, identity: identity)
    }

    /// Lifts actions and an optional state; see `lift(case:state:dependencies:)`.
    @_disfavoredOverload @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType?> & Sendable,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<StateType> = .automatic
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let access = PropertyAccess(state)
        let presence = presence.lifted(
            case: path,
            action: { $0 },
            absent: absent,
            reason: { _ in path.goneReason("the state") },
            makeFind: {
                { _, whole, body in
                    whole.read(access) { part in
                        guard let value = part.value else { return body(nil) }
                        return StateReference.to(value) { body($0) }
                    }
                }
            }
        )
        return lifted(reducer.lift(case: path, optionalState: state), presence: presence) {
            $0.lift(case: path, optionalState: access.read, identity: identity)
        }
    }

    /// Lifts this feature to a global state that is an enum.
    ///
    /// The payload of one case is the local state.
    ///
    /// ```swift
    /// login.lift(case: AppAction.prisms.login, stateCase: Screen.prisms.login)
    /// ```
    ///
    /// While the state is in another case, it counts as nil; see
    /// `lift(case:state:absent:identity:dependencies:)`.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - stateCase: The case of the global state.
    ///   - absent: With `.reachesParents`, an action for another case of the state is not refused.
    ///   - identity: Tells a payload from the one that replaces it.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        stateCase: CasePath<GlobalState, StateType>,
        absent: AbsentPart = .refuses,
        identity: PartIdentity<StateType> = .automatic
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let presence = presence.lifted(
            case: path,
            action: { $0 },
            absent: absent,
            reason: { _ in path.goneReason("the state") },
            makeFind: {
                { _, whole, body in
                    guard let value = stateCase.extract(whole.value) else { return body(nil) }
                    return StateReference.to(value) { body($0) }
                }
            }
        )
        return lifted(reducer.lift(case: path, caseState: stateCase), presence: presence) {
            $0.lift(case: path, caseState: stateCase, identity: identity)
        }
    }

    /// Lifts the state and keeps the actions and the dependencies.
    ///
    /// ```swift
    /// screen.lift(state: \AppState.screen)
    /// ```
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<ActionType, GlobalState, Dependencies> {
        let access = PropertyAccess(state)
        return lifted(reducer.lift(state: state), presence: presence.lifted(to: access)) { $0.lift(state: access.read) }
    }

    @inlinable func lifted<GlobalAction, GlobalState>(
        _ reducer: Reducer<GlobalAction, GlobalState>,
        presence: PresenceCheck<GlobalAction, GlobalState>,
        _ lift:
            @escaping @Sendable (ComposedMiddleware<ActionType, ActionType, StateType>) ->
            ComposedMiddleware<GlobalAction, GlobalAction, GlobalState>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        Feature<GlobalAction, GlobalState, Dependencies>(reducer, presence: presence) { [makeMiddleware] in
            let middleware = makeMiddleware($0)
            // So a feature without a middleware stays one, and its store on the fast path.
            return middleware.isEmpty ? .identity : lift(middleware)
        }
    }
}
