// SPDX-License-Identifier: MIT

/// Something that takes actions: a store, a projection of one, or the output of a middleware.
public protocol ActionHandler<ActionType> {
    /// The actions that can be dispatched.
    associatedtype ActionType

    /// Takes an action that knows its source.
    func dispatch(_ dispatchedAction: DispatchedAction<ActionType>)
}

extension ActionHandler {
    /// Dispatches an action in the name of `dispatcher`, the source of the action that it answers for example.
    @inlinable public func dispatch(_ action: ActionType, from dispatcher: ActionSource) {
        dispatch(DispatchedAction(action, dispatcher: dispatcher))
    }

    /// Dispatches an action; its source is the place of this call.
    @inlinable public func dispatch(
        _ action: ActionType,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        dispatch(DispatchedAction(action, file: file, function: function, line: line, info: info))
    }
}

extension ActionHandler where Self: Sendable {
    /// A handler of other actions, which `transform` turns into actions of this one; the source stays.
    ///
    /// It holds this handler strongly. `transform` runs on the thread that dispatches.
    public func contramap<NewActionType>(
        _ transform: @escaping @Sendable (NewActionType) -> ActionType
    ) -> AnyActionHandler<NewActionType> {
        eraseToAnyActionHandler().contramap(transform)
    }

    /// This handler without its type; it holds this handler strongly.
    public func eraseToAnyActionHandler() -> AnyActionHandler<ActionType> {
        AnyActionHandler(self)
    }
}
