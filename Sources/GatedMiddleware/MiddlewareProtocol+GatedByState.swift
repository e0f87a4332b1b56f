// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Puts this middleware behind a gate that is open as long as a part of the state is true.
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

    /// Puts this middleware behind a gate that stands where a part of the state says.
    ///
    /// `state` is called as often as in the form with a Boolean.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: state, file: file, function: function, line: line)
    }

    // `stateMap:` is disfavored, so that a trailing closure means `state:` instead of being
    // ambiguous.

    /// Puts this middleware behind the gate of the form with the label `state:`.
    @_disfavoredOverload
    @inlinable public func gated(
        stateMap: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: stateMap, file: file, function: function, line: line)
    }

    /// Puts this middleware behind the gate of the form with the label `state:`.
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
