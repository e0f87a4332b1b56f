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
