// SPDX-License-Identifier: MIT

extension Feature {
    /// Lifts this feature from local to global types, in one of the forms of ``Lift``.
    ///
    /// ```swift
    /// let app = detail.lift(.case(AppAction.prisms.detail, optional: \AppState.detail))
    /// ```
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        _ lift: Lift<GlobalAction, GlobalState, ActionType, StateType>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        Feature<GlobalAction, GlobalState, Dependencies>(reducer.lift(lift), presence: lift.check(presence)) {
            [makeMiddleware, reducer] in lift.lifted(makeMiddleware($0, $1), reducer, isMapped: $1)
        }
    }

    /// Lifts this feature in one of the forms of ``Lift``, and lifts its dependencies.
    ///
    /// ```swift
    /// row.lift(.case(AppAction.prisms.row, each: \.rows), dependencies: \.api)
    /// ```
    ///
    /// - Parameters:
    ///   - lift: How actions and state are lifted.
    ///   - dependencies: Returns the local dependencies, once for each store.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        _ lift: Lift<GlobalAction, GlobalState, ActionType, StateType>,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        self.lift(dependencies: dependencies).lift(lift)
    }

    /// Lifts this feature to a case of the global actions and a part of the global state that is
    /// always there.
    ///
    /// ```swift
    /// search.lift(case: AppAction.prisms.search, state: \.search)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the local state; `\.self` if they are the same.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lift(.case(path, state: state))
    }

    /// Lifts this feature to a case of the global actions, a part of the global state, and a part
    /// of the global dependencies.
    ///
    /// ```swift
    /// search.lift(case: AppAction.prisms.search, state: \.search, dependencies: \.searchAPI)
    /// ```
    ///
    /// See ``lift(case:state:)`` and ``lift(dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(.case(path, state: state))
    }

    /// Lifts the state, and keeps the actions and the dependencies.
    ///
    /// ```swift
    /// screen.lift(state: \AppState.screen)
    /// ```
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Feature<ActionType, GlobalState, Dependencies> {
        lift(.state(state))
    }

    /// Lifts the dependencies, which `dependencies` maps to those of this feature once for each store.
    @_alwaysEmitIntoClient public func lift<GlobalDependencies>(
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<ActionType, StateType, GlobalDependencies> {
        Feature<ActionType, StateType, GlobalDependencies>(reducer, presence: presence) { [makeMiddleware] in
            makeMiddleware(dependencies($0), $1)
        }
    }
}
