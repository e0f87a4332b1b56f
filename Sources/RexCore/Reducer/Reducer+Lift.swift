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
        lifted { reduce in
            { global, globalState in
                guard let local = action(global) else { return }
                reduce(local, &globalState[keyPath: state])
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
        lifted { reduce in
            { action, globalState in
                reduce(action, &globalState[keyPath: state])
            }
        }
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
        lifted(for: path.selector) { reduce in
            { global, globalState in
                guard let local = path.extract(global) else { return }
                reduce(local, &globalState[keyPath: state])
            }
        }
    }

    /// Lifts this reducer to an optional part of the global state.
    ///
    /// The local state is changed in place. While it is nil, the reducer doesn't run.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        optionalState: any WritableKeyPath<GlobalState, StateType?> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted { reduce in
            { global, globalState in
                guard let local = action(global) else { return }
                func reduceValue(in optional: inout StateType?) {
                    guard var value = optional.take() else { return }
                    reduce(local, &value)
                    optional = value
                }
                reduceValue(in: &globalState[keyPath: optionalState])
            }
        }
    }

    /// Lifts this reducer to a global state that is an enum.
    ///
    /// The payload of one case is the local state. While the state is in another case, the reducer
    /// doesn't run. Otherwise it runs on the extracted payload, which then replaces the old one.
    ///
    /// - Complexity: Debug builds copy each changed collection of the payload. In release builds,
    ///   the optimiser may avoid the copies.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        caseState: CasePath<GlobalState, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted { reduce in
            { global, globalState in
                guard let local = action(global), var value = caseState.extract(globalState) else { return }
                reduce(local, &value)
                globalState = caseState.embed(value)
            }
        }
    }

    /// Lifts this reducer to a global state with a getter and a setter for the local state.
    ///
    /// Use it for local states that no key path reaches. The setter is called after each run, also
    /// if the local state is unchanged. If `actionGetter` returns nil, the reducer doesn't run.
    ///
    /// - Complexity: One copy of each changed collection of the local state. Key paths need no
    ///   copies.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        actionGetter: @escaping @Sendable (GlobalAction) -> ActionType?,
        stateGetter: @escaping @Sendable (GlobalState) -> StateType,
        stateSetter: @escaping @Sendable (inout GlobalState, StateType) -> Void
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted { reduce in
            { global, globalState in
                guard let local = actionGetter(global) else { return }
                var value = stateGetter(globalState)
                reduce(local, &value)
                stateSetter(&globalState, value)
            }
        }
    }
}
