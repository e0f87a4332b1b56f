// SPDX-License-Identifier: MIT

extension Reducer {
    /// Lifts this reducer from a part to the whole.
    ///
    /// The part is changed in place. An action that `action` maps to nil is not for the part: then
    /// the state is not even read.
    ///
    /// ```swift
    /// let app = counter.lift(action: \AppAction.counter, state: \AppState.count)
    /// ```
    ///
    /// - Parameters:
    ///   - action: the action as the part knows it, or nil; a key path literal can stand here. It
    ///     runs for each action.
    ///   - state: where the whole keeps the state of the part.
    @inlinable public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        .reduce { [reduce] global, globalState in
            guard let local = action(global) else { return }
            reduce(local, &globalState[keyPath: state])
        }
    }

    /// Lifts the actions, where the state is the same; see ``lift(action:state:)``.
    @inlinable public func lift<GlobalAction>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?
    ) -> Reducer<GlobalAction, StateType> {
        .reduce { [reduce] global, state in
            guard let local = action(global) else { return }
            reduce(local, &state)
        }
    }

    /// Lifts the state, where the actions are the same; see ``lift(action:state:)``.
    @inlinable public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<ActionType, GlobalState> {
        .reduce { [reduce] action, globalState in
            reduce(action, &globalState[keyPath: state])
        }
    }
}
