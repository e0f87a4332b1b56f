// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Gates this middleware.
    ///
    /// The gate is open while a Boolean of the state is true.
    ///
    /// ```swift
    /// let gated = Reporter().gated(state: \AppState.isReporterOn)
    /// ```
    ///
    /// `state` is called once for each action, with the state before the reducer, and once for each
    /// action that the middleware sends, on the thread that sends it.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: state, file: file, function: function, line: line)
    }

    /// Gates this middleware.
    ///
    /// The state holds the position of the gate.
    ///
    /// `state` is called as often as in the overload with a Boolean.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: state, file: file, function: function, line: line)
    }

    // The overloads with `stateMap:` are disfavored, so that a trailing closure isn't ambiguous and
    // means `state:`.

    /// Does the same as the overload with the label `state:`.
    @_disfavoredOverload
    @inlinable public func gated(
        stateMap: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: stateMap, file: file, function: function, line: line)
    }

    /// Does the same as the overload with the label `state:`.
    @_disfavoredOverload
    @inlinable public func gated(
        stateMap: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: stateMap, file: file, function: function, line: line)
    }
}
