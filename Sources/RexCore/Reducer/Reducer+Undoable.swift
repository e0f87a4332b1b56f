// SPDX-License-Identifier: MIT

extension Reducer where StateType: Equatable & SendableMetatype {
    /// A reducer that does what this one does, keeps the states before, and restores them.
    ///
    /// ```swift
    /// let editor = text.undoable(limit: 100, undo: \.undo, redo: \.redo)
    ///     .lift(action: \AppAction.text, state: \AppState.text)
    /// ```
    ///
    /// Each action after which the state is another one can be undone; see
    /// ``Undoable/change(limit:_:)``. What cannot be undone, such as a selection or the answer of a
    /// server, stands beside the ``Undoable`` in the state, or is the work of a reducer that is
    /// lifted to its ``Undoable/present``.
    ///
    /// - Parameters:
    ///   - limit: how many states are kept to be restored.
    ///   - undo: finds something in an action that undoes. This reducer does not get that action.
    ///   - redo: finds something in an action that does again what was undone; likewise.
    /// - Complexity: as `change`: the state before is kept, so the reducer copies each collection
    ///   that it changes.
    public func undoable(
        limit: Int,
        undo: @escaping @Sendable (ActionType) -> Void?,
        redo: @escaping @Sendable (ActionType) -> Void?
    ) -> Reducer<ActionType, Undoable<StateType>> {
        lifted { reduce in
            { action, state in
                if undo(action) != nil {
                    state.undo()
                } else if redo(action) != nil {
                    state.redo()
                } else {
                    state.change(limit: limit) { reduce(action, &$0) }
                }
            }
        }
    }
}
