// SPDX-License-Identifier: MIT

public import RexCore

extension BridgeMiddleware {
    /// Adds a bridge that answers actions of elements, and keeps the id of the element.
    ///
    /// ```swift
    /// middleware.bridge(each: \.room, \.sent) { id, text in .outbox(.add(room: id, text)) }
    /// ```
    ///
    /// - Parameters:
    ///   - element: the id of the element and the action for it, or nil; a key path literal or a
    ///     function. It is called once for each action, before the reducer.
    ///   - value: what is looked for in the action of the element, or nil.
    ///   - derive: makes the action to send of the id and what was found, or nil for none.
    ///   - file: where the bridge is built, for `info`.
    ///   - function: where the bridge is built, for `info`.
    ///   - line: where the bridge is built, for `info`.
    @inlinable public func bridge<ID: Hashable & SendableMetatype, ElementAction, Value>(
        each element: @escaping @Sendable (InputActionType) -> ElementIDAction<ID, ElementAction>?,
        _ value: @escaping @Sendable (ElementAction) -> Value?,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        dispatch derive: @escaping @Sendable (ID, Value) -> OutputActionType?
    ) -> BridgeMiddleware {
        bridge(
            { input in
                guard let element = element(input), let value = value(element.action) else { return nil }
                return derive(element.id, value)
            },
            file: file,
            function: function,
            line: line
        )
    }

    /// Adds a bridge that answers actions of elements for which `isOn` is true, and keeps the id of
    /// the element.
    @inlinable public func bridge<ID: Hashable & SendableMetatype, ElementAction>(
        each element: @escaping @Sendable (InputActionType) -> ElementIDAction<ID, ElementAction>?,
        _ isOn: @escaping @Sendable (ElementAction) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        dispatch derive: @escaping @Sendable (ID) -> OutputActionType?
    ) -> BridgeMiddleware {
        bridge(
            { input in
                guard let element = element(input), isOn(element.action) else { return nil }
                return derive(element.id)
            },
            file: file,
            function: function,
            line: line
        )
    }
}
