// SPDX-License-Identifier: MIT

/// Something that takes actions: a store, a projection of one, or the output of a middleware.
public protocol ActionHandler<ActionType> {
    /// The actions that can be dispatched.
    associatedtype ActionType

    /// Dispatches an action that carries its source.
    func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>)
}

extension ActionHandler {
    /// Dispatches an action with a known source, most often that of the action that it answers.
    @inlinable public func dispatch(_ action: consuming ActionType, from dispatcher: ActionSource) {
        dispatch(DispatchedAction(action, dispatcher: dispatcher))
    }

    /// Dispatches an action whose source is the place of this call.
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
    /// Makes a handler of other actions, which `transform` turns into actions of this one.
    ///
    /// The source stays. The result holds this handler strongly. `transform` runs for each action,
    /// on the thread that dispatches.
    public func contramap<NewActionType>(
        _ transform: @escaping @Sendable (NewActionType) -> ActionType
    ) -> AnyActionHandler<NewActionType> {
        eraseToAnyActionHandler().contramap(transform)
    }

    /// Erases the type of this handler; the result holds it strongly.
    public func eraseToAnyActionHandler() -> AnyActionHandler<ActionType> {
        AnyActionHandler(self)
    }
}
