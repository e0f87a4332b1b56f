// SPDX-License-Identifier: MIT

public import RexCore

extension BridgeMiddleware {
    /// Adds a bridge that answers the actions of elements and passes on the id of the element.
    ///
    /// ```swift
    /// middleware.bridge(each: \.room, \.sent) { id, text in .outbox(.add(room: id, text)) }
    /// ```
    ///
    /// - Parameters:
    ///   - element: Returns the id of the element and its action, or nil. A key path literal or a
    ///     function. It is called once for each action, before the reducer.
    ///   - value: Returns a `Bool` or an optional value for the element's action, such as
    ///     `\.isClosed` or `\.sent`. It matches if it is true or a value.
    ///   - derive: Returns the action to send for the id and the value, or nil to send none.
    ///   - file: The file of the call, for `info`.
    ///   - function: The function of the call, for `info`.
    ///   - line: The line of the call, for `info`.
    @inlinable public consuming func bridge<ID: Hashable & SendableMetatype, ElementAction, Match: ActionMatch>(
        each element: @escaping @Sendable (InputActionType) -> ElementIDAction<ID, ElementAction>?,
        _ value: @escaping @Sendable (ElementAction) -> Match,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        dispatch derive: @escaping @Sendable (ID, Match.Value) -> OutputActionType?
    ) -> BridgeMiddleware {
        bridge(
            { input in
                guard let element = element(input), let value = value(element.action).matched else { return nil }
                return derive(element.id, value)
            },
            file: file,
            function: function,
            line: line
        )
    }
}
