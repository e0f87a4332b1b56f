// SPDX-License-Identifier: MIT

extension Reducer {
    /// Lifts this reducer from local to global types.
    ///
    /// The local state is changed in place. If `action` returns nil, the reducer doesn't run and
    /// the state isn't read.
    ///
    /// ```swift
    /// let app = counter.lift(action: \AppAction.counter, state: \AppState.count)
    /// ```
    ///
    /// - Parameters:
    ///   - action: Returns the local action, or nil if the action doesn't match. Runs for each
    ///     action. Pass a closure or a key path literal.
    ///   - state: The path from the global state to the local state.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        let access = PropertyAccess(state)
        return lifted { reduce in
            { global, globalState in
                guard let local = action(global) else { return }
                access.change(&globalState) { reduce(local, &$0) }
            }
        }
    }

    /// Lifts the actions and keeps the state; see ``lift(action:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?
    ) -> Reducer<GlobalAction, StateType> {
        lifted { reduce in
            { global, state in
                guard let local = action(global) else { return }
                reduce(local, &state)
            }
        }
    }

    /// Lifts the state and keeps the actions; see ``lift(action:state:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<ActionType, GlobalState> {
        lift(.state(state))
    }

    /// Lifts this reducer to a case of the global actions; see ``lift(action:state:)``.
    ///
    /// ```swift
    /// let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
    /// ```
    ///
    /// Case paths with an index, such as the ones of `@Prism`, keep compositions fast: only the
    /// reducers for the action's case run. The cost of an action doesn't grow with the number of
    /// other reducers.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        lift(.case(path, state: state))
    }

    /// Lifts this reducer from local to global types, in one of the forms of ``Lift``.
    ///
    /// ```swift
    /// let app = row.lift(.case(AppAction.prisms.row, each: \AppState.rows))
    /// ```
    ///
    /// While the part is absent, the reducer doesn't run.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        _ lift: Lift<GlobalAction, GlobalState, ActionType, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted(for: lift.selector, lift.reduce)
    }
}
