// SPDX-License-Identifier: MIT

public import RexCore

extension BridgeMiddleware {
    /// Adds a bridge that sends the action that `mapping` returns.
    ///
    /// ```swift
    /// middleware.bridge(\AppAction.login?.succeeded --> AppAction.profile(.load), when: { $0().isOnline })
    /// ```
    ///
    /// - Parameters:
    ///   - mapping: Returns the action to send, or nil. A function, or an expression with `-->`. It
    ///     is called once for each action, before the reducer.
    ///   - condition: Returns whether to send the action. It is called after the reducer, only if
    ///     there is an action to send, and reads the state after the reducer.
    ///   - file: The file of the call, for `info`.
    ///   - function: The function of the call, for `info`.
    ///   - line: The line of the call, for `info`.
    @inlinable public consuming func bridge(
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

    /// Adds a bridge that sends actions only while a Boolean of the state is true.
    ///
    /// The Boolean is read after the reducer, and only if there is an action to send.
    @inlinable public consuming func bridge(
        _ mapping: @escaping @Sendable (InputActionType) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(mapping, when: { $0()[keyPath: condition] }, file: file, function: function, line: line)
    }

    /// Adds a bridge that derives an action from an action and the state after the reducer.
    ///
    /// `mapping` returns the action to send, or nil. It is called once for each action, after the
    /// reducer, so each action costs an `IO`. A bridge that needs only the action is cheaper.
    @inlinable public consuming func bridgeWithState(
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

// The overloads with an optional value are disfavored. Otherwise each `Bool` could also be an
// optional value, and the time to type-check a chain of bridges would double with each bridge.

extension BridgeMiddleware {
    /// Adds the bridge `value --> derive`, with labels in place of the operator.
    @_disfavoredOverload
    @inlinable public consuming func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derive: @escaping @Sendable (Value) -> OutputActionType?,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `value --> derive` with labels, active while a Boolean of the state is true.
    @_disfavoredOverload
    @inlinable public consuming func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derive: @escaping @Sendable (Value) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `value --> derived`, with labels in place of the operator.
    @_disfavoredOverload
    @inlinable public consuming func bridge<Value>(
        on value: @escaping @Sendable (InputActionType) -> Value?,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(value >=> { _ in derived() }, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `value --> derived` with labels, active while a Boolean of the state is
    /// true.
    @_disfavoredOverload
    @inlinable public consuming func bridge<Value>(
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
    /// Adds the bridge `isOn --> derive`, which answers each action for which `isOn` returns true.
    @inlinable public consuming func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derive: @escaping @Sendable (Bool) -> OutputActionType?,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `isOn --> derive` with labels, active while a Boolean of the state is true.
    @inlinable public consuming func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derive: @escaping @Sendable (Bool) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> derive, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `isOn --> derived`, with labels in place of the operator.
    @inlinable public consuming func bridge(
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> BridgeMiddleware {
        bridge(isOn >=> { _ in derived() }, when: condition, file: file, function: function, line: line)
    }

    /// Adds the bridge `isOn --> derived` with labels, active while a Boolean of the state is true.
    @inlinable public consuming func bridge(
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
