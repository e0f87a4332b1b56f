// SPDX-License-Identifier: MIT

extension Reducer {
    /// A reducer of the whole that runs this one on a part.
    ///
    /// The part is changed in place. An action that `action` maps to nil is not for this reducer: the state is not even
    /// read.
    ///
    /// ```swift
    /// let app = counter.lift(action: \AppAction.counter, state: \AppState.count)
    /// ```
    ///
    /// - Parameters:
    ///   - action: the action as this reducer knows it, or nil; a key path literal can stand here.
    ///   - state: where this reducer's state is kept.
    @inlinable public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        .reduce { [reduce] global, globalState in
            guard let local = action(global) else { return }
            reduce(local, &globalState[keyPath: state])
        }
    }

    /// A reducer of more actions on the same state; see ``lift(action:state:)``.
    @inlinable public func lift<GlobalAction>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?
    ) -> Reducer<GlobalAction, StateType> {
        .reduce { [reduce] global, state in
            guard let local = action(global) else { return }
            reduce(local, &state)
        }
    }

    /// A reducer of the same actions on a larger state; see ``lift(action:state:)``.
    @inlinable public func lift<GlobalState>(
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<ActionType, GlobalState> {
        .reduce { [reduce] action, globalState in
            reduce(action, &globalState[keyPath: state])
        }
    }
}
