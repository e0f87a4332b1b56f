// SPDX-License-Identifier: MIT

public import RexCore

extension BridgeMiddleware {
    /// Adds a bridge that answers each action for which `mapping` returns another one.
    ///
    /// ```swift
    /// middleware.bridge(\AppAction.login?.succeeded --> AppAction.profile(.load), when: { $0().isOnline })
    /// ```
    ///
    /// - Parameters:
    ///   - mapping: the action to send, or nil; a function, or what `-->` makes of two sides. It is
    ///     called once for each action, before the reducer.
    ///   - condition: called after the reducer, and only if there is an action to send; the state
    ///     it reads is the one after the reducer.
    ///   - file: where the bridge is built, for `info`.
    ///   - function: where the bridge is built, for `info`.
    ///   - line: where the bridge is built, for `info`.
    @inlinable public func bridge(
        _ mapping: @escaping @Sendable (InputActionType) -> OutputActionType?,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        let site = BridgeSite(.here(file: file, function: function, line: line))
        guard let condition else { return adding(.byAction(derive: mapping, when: nil), at: site) }
        return adding(.byAction(derive: mapping) { _, state in condition(state) }, at: site)
    }

    /// Adds a bridge that answers while a part of the state is true.
    ///
    /// The condition is read as in the form with a function.
    @inlinable public func bridge(
        _ mapping: @escaping @Sendable (InputActionType) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(mapping, when: { $0()[keyPath: condition] }, file: file, function: function, line: line)
    }

    /// Adds a bridge that decides with the action and the state after the reducer.
    ///
    /// `mapping` returns the action to send, or nil. It is called once for each action, after the
    /// reducer, so each action costs an `IO`; a bridge that the action alone decides is cheaper.
    @inlinable public func bridgeWithState(
        _ mapping: @escaping @Sendable (InputActionType, GetState<StateType>) -> OutputActionType?,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        adding(
            .byState(concerns: { _ in true }, derive: mapping),
            at: BridgeSite(.here(file: file, function: function, line: line))
        )
    }
}

// The forms with an optional value are disfavored: otherwise each `Bool` could be one as well, and
// the time to check a chain of bridges would double with each.

extension BridgeMiddleware {
    /// Adds the bridge `value --> derive`, written with two labels instead of the operator.
    @_disfavoredOverload
    @inlinable public func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derive: @escaping @Sendable (Value) -> OutputActionType?,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `value --> derive`, which answers while a part of the state is true.
    @_disfavoredOverload
    @inlinable public func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derive: @escaping @Sendable (Value) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `value --> derived`, written with two labels instead of the operator.
    @_disfavoredOverload
    @inlinable public func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> { _ in derived() }, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `value --> derived`, which answers while a part of the state is true.
    @_disfavoredOverload
    @inlinable public func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> { _ in derived() }, when: condition, file: file, function: function, line: line)
    }
}

extension BridgeMiddleware {
    /// Adds the bridge `isOn --> derive`, which answers each action for which `isOn` is true.
    @inlinable public func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derive: @escaping @Sendable (Bool) -> OutputActionType?,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `isOn --> derive`, which answers while a part of the state is true.
    @inlinable public func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derive: @escaping @Sendable (Bool) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `isOn --> derived`, written with two labels instead of the operator.
    @inlinable public func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> { _ in derived() }, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `isOn --> derived`, which answers while a part of the state is true.
    @inlinable public func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> { _ in derived() }, when: condition, file: file, function: function, line: line)
    }
}
