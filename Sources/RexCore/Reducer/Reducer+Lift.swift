// SPDX-License-Identifier: MIT

extension Reducer {
    /// Lifts this reducer from local to global types.
    ///
    /// The local state is changed in place. An action that `action` maps to nil does not match:
    /// then the state is not even read.
    ///
    /// ```swift
    /// let app = counter.lift(action: \AppAction.counter, state: \AppState.count)
    /// ```
    ///
    /// - Parameters:
    ///   - action: the local action, or nil; a key path literal can stand here. It
    ///     runs for each action.
    ///   - state: where the global state has the local one.
    @inlinable public func lift<GlobalAction, GlobalState>(
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

    /// Lifts the actions, where the state is the same; see ``lift(action:state:)``.
    @inlinable public func lift<GlobalAction>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?
    ) -> Reducer<GlobalAction, StateType> {
        lifted { reduce in
            { global, state in
                guard let local = action(global) else { return }
                reduce(local, &state)
            }
        }
    }

    /// Lifts the state, where the actions are the same; see ``lift(action:state:)``.
    @inlinable public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<ActionType, GlobalState> {
        lifted { reduce in
            { action, globalState in
                reduce(action, &globalState[keyPath: state])
            }
        }
    }

    /// Lifts this reducer to global actions that have a case for it; see
    /// ``lift(action:state:)``.
    ///
    /// ```swift
    /// let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
    /// ```
    ///
    /// In a composition of reducers that are lifted by case paths with an index, as those of
    /// `@Prism` are, only the ones for the action's case run. What an action costs does not grow
    /// with the number of the others.
    @inlinable public func lift<GlobalAction, GlobalState>(
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

    /// Lifts this reducer to a global state in which the local one is optional.
    ///
    /// The local state is changed in place. Nothing happens while it is nil.
    @inlinable public func lift<GlobalAction, GlobalState>(
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

    /// Lifts this reducer to a state that is an enum, of which the payload of one case is the local
    /// state.
    ///
    /// Nothing happens while the state is in another case. Else the payload is taken out, changed
    /// and put in again.
    ///
    /// - Complexity: A debug build copies each collection of the payload that changes. A release
    ///   build may leave the copies out, which is up to the optimiser.
    @inlinable public func lift<GlobalAction, GlobalState>(
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

    /// Lifts this reducer to a global state from which closures take the local one, and into which
    /// they put it again.
    ///
    /// For local states that no key path reaches. The local state is put back each time the reducer
    /// ran, changed or not. An action that `actionGetter` maps to nil does not match.
    ///
    /// - Complexity: one copy of each collection of the local state that changes, where key paths
    ///   need none.
    @inlinable public func lift<GlobalAction, GlobalState>(
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
