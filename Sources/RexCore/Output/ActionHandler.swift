// SPDX-License-Identifier: MIT

/// Takes actions: a store, a projection of one, or the output of a middleware.
public protocol ActionHandler<ActionType> {
    /// The type of the actions.
    associatedtype ActionType

    /// Dispatches an action with its source.
    func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>)
}

extension ActionHandler {
    /// Dispatches an action with a source, usually that of the action that it answers.
    @inlinable public func dispatch(_ action: consuming ActionType, from dispatcher: ActionSource) {
        dispatch(DispatchedAction(action, dispatcher: dispatcher))
    }

    /// Dispatches an action whose source is this call.
    @inlinable public func dispatch(
        _ action: consuming ActionType,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        dispatch(DispatchedAction(action, file: file, function: function, line: line, info: info))
    }
}

extension ActionHandler where Self: Sendable {
    /// Returns a handler for other actions, which `transform` turns into actions of this handler.
    ///
    /// Sources are kept. The result holds this handler strongly. `transform` runs for each action,
    /// on the dispatching thread.
    public func contramap<NewActionType>(
        _ transform: @escaping @Sendable (NewActionType) -> ActionType
    ) -> AnyActionHandler<NewActionType> {
        eraseToAnyActionHandler().contramap(transform)
    }

    /// Erases the type of this handler.
    ///
    /// The result holds the handler strongly.
    public func eraseToAnyActionHandler() -> AnyActionHandler<ActionType> {
        AnyActionHandler(self)
    }
}
