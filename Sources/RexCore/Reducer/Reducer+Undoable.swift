// SPDX-License-Identifier: MIT

extension Reducer where StateType: Equatable & SendableMetatype {
    /// Returns a reducer that does the same and can undo and redo its changes.
    ///
    /// ```swift
    /// let editor = text.undoable(limit: 100, undo: \.undo, redo: \.redo)
    ///     .lift(action: \AppAction.text, state: \AppState.text)
    /// ```
    ///
    /// Each action that changes the state can be undone; see ``Undoable/change(limit:_:)``. Parts
    /// that shouldn't be undone, such as a selection or a server's response, belong next to the
    /// ``Undoable`` in the state. Or let a reducer that is lifted to ``Undoable/present`` change
    /// them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of undo steps.
    ///   - undo: Returns true or a value for an action that undoes. This reducer doesn't get that
    ///     action.
    ///   - redo: Returns true or a value for an action that redoes. This reducer doesn't get that
    ///     action.
    /// - Complexity: Like `change`: the previous state is kept, so each changed collection is
    ///   copied.
    public func undoable(
        limit: Int,
        undo: @escaping @Sendable (ActionType) -> some ActionMatch,
        redo: @escaping @Sendable (ActionType) -> some ActionMatch
    ) -> Reducer<ActionType, Undoable<StateType>> {
        lifted { reduce in
            { action, state in
                if undo(action).matched != nil {
                    state.undo()
                } else if redo(action).matched != nil {
                    state.redo()
                } else {
                    state.change(limit: limit) { reduce(action, &$0) }
                }
            }
        }
    }
}
