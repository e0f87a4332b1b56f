// SPDX-License-Identifier: MIT

extension GatedMiddleware {
    /// Makes a gate that is open as long as a part of the state is true.
    ///
    /// - Parameters:
    ///   - middleware: what is behind the gate.
    ///   - state: a key path literal or a function. It is called once for each action, with the
    ///     state before the reducer, and once for each action that the inner middleware sends, on
    ///     the thread that sends it.
    ///   - file: the file in which the gate is made, for recordings.
    ///   - function: the function in which it is made.
    ///   - line: the line on which it is made.
    @inlinable public init(
        middleware: M,
        state: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(middleware: middleware, gate: .byState(isOpen: state), at: GateSite(file, function, line))
    }

    /// Makes a gate that stands where a part of the state says.
    ///
    /// `state` is called as often as in the form with a Boolean.
    @inlinable public init(
        middleware: M,
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(middleware: middleware, gate: .byState { state($0) == .active }, at: GateSite(file, function, line))
    }

    // `stateMap:` is disfavored, so that a trailing closure means `state:` instead of being
    // ambiguous.

    /// Makes the same gate as with the label `state:`.
    @_disfavoredOverload
    @inlinable public init(
        middleware: M,
        stateMap: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(middleware: middleware, state: stateMap, file: file, function: function, line: line)
    }

    /// Makes the same gate as with the label `state:`.
    @_disfavoredOverload
    @inlinable public init(
        middleware: M,
        stateMap: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(middleware: middleware, state: stateMap, file: file, function: function, line: line)
    }
}
