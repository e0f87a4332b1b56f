// SPDX-License-Identifier: MIT

extension Feature {
    /// Returns this feature with another middleware, after the existing ones.
    ///
    /// ```swift
    /// let saved = editor.adding(Saver())
    /// ```
    ///
    /// - Parameter middleware: Evaluated once for each store; see `init(middleware:)`.
    @_alwaysEmitIntoClient public func adding<M: MiddlewareProtocol<ActionType, ActionType, StateType>>(
        _ middleware: @escaping @Sendable @autoclosure () -> M
    ) -> Feature {
        self <> Feature(middleware: middleware())
    }

    /// Returns this feature with another middleware, which gets the dependencies of the feature.
    @_alwaysEmitIntoClient public func adding<M: MiddlewareProtocol<ActionType, ActionType, StateType>>(
        _ reader: some MiddlewareReaderProtocol<Dependencies, M>
    ) -> Feature {
        self <> Feature(middleware: reader)
    }

    /// Returns this feature with a transformed middleware.
    ///
    /// `transform` runs once for each store.
    ///
    /// ```swift
    /// let quiet = feature.mapMiddleware { $0.gated(state: \.isOn) }
    /// ```
    @_alwaysEmitIntoClient public func mapMiddleware(
        _ transform:
            @escaping @Sendable (ComposedMiddleware<ActionType, ActionType, StateType>) ->
            some MiddlewareProtocol<ActionType, ActionType, StateType>
    ) -> Feature {
        Feature(reducer, presence: presence) { [makeMiddleware] in transform(makeMiddleware($0, $1)).composition }
    }
}

extension Feature where StateType: Equatable {
    /// Returns this feature with undo and redo.
    ///
    /// ```swift
    /// let editor = text.undoable(limit: 100, undo: \.undo, redo: \.redo)
    ///     .lift(case: AppAction.prisms.text, state: \AppState.text)
    /// ```
    ///
    /// The middleware reads the present state. It handles the actions for undo and redo as it does
    /// all others; see ``Reducer/undoable(limit:undo:redo:)``.
    @_alwaysEmitIntoClient public func undoable(
        limit: Int,
        undo: @escaping @Sendable (ActionType) -> some ActionMatch,
        redo: @escaping @Sendable (ActionType) -> some ActionMatch
    ) -> Feature<ActionType, Undoable<StateType>, Dependencies> {
        Feature<ActionType, Undoable<StateType>, Dependencies>(
            reducer.undoable(limit: limit, undo: undo, redo: redo),
            presence: presence.lifted(to: PropertyAccess(\.present))
        ) { [makeMiddleware] in makeMiddleware($0, $1).lift(.state(\.present)) }
    }
}
