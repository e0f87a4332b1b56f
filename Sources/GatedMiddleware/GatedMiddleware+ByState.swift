// SPDX-License-Identifier: MIT

extension GatedMiddleware {
    /// Makes a gate that is open while a Boolean of the state is true.
    ///
    /// - Parameters:
    ///   - middleware: The inner middleware.
    ///   - state: Returns whether the gate is open. A key path literal or a function. It is called
    ///     once for each action, with the state before the reducer, and once for each action that
    ///     the inner middleware sends, on the thread that sends it.
    ///   - file: The file of the call, for recordings.
    ///   - function: The function of the call, for recordings.
    ///   - line: The line of the call, for recordings.
    @inlinable public init(
        middleware: M,
        state: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(middleware: middleware, gate: .byState(isOpen: state), at: GateSite(file, function, line))
    }

    /// Makes a gate whose position the state holds.
    ///
    /// `state` is called as often as in the overload with a Boolean.
    @inlinable public init(
        middleware: M,
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(middleware: middleware, gate: .byState { state($0) == .active }, at: GateSite(file, function, line))
    }

    // The overloads with `stateMap:` are disfavored, so that a trailing closure isn't ambiguous and
    // means `state:`.

    /// Does the same as the overload with the label `state:`.
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

    /// Does the same as the overload with the label `state:`.
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
