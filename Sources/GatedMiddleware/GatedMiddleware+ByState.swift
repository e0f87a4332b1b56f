// SPDX-License-Identifier: MIT

extension GatedMiddleware {
    /// Makes a gate that is open as long as a part of the state is true.
    ///
    /// - Parameters:
    ///   - middleware: what is behind the gate.
    ///   - state: a key path literal or a function. It is called once for each action, with the
    ///     state before the reducer, and once for each action that the inner middleware sends, on
    ///     the thread that sends it.
    @inlinable public init(middleware: M, state: @escaping @Sendable (StateType) -> Bool) {
        self.init(middleware: middleware, gate: .byState(isOpen: state))
    }

    /// Makes a gate that stands where a part of the state says.
    ///
    /// `state` is called as often as in the form with a Boolean.
    @inlinable public init(middleware: M, state: @escaping @Sendable (StateType) -> GateState) {
        self.init(middleware: middleware, gate: .byState { state($0) == .active })
    }

    // `stateMap:` is disfavored, so that a trailing closure means `state:` instead of being
    // ambiguous.

    /// Makes the same gate as with the label `state:`.
    @_disfavoredOverload
    @inlinable public init(middleware: M, stateMap: @escaping @Sendable (StateType) -> Bool) {
        self.init(middleware: middleware, state: stateMap)
    }

    /// Makes the same gate as with the label `state:`.
    @_disfavoredOverload
    @inlinable public init(middleware: M, stateMap: @escaping @Sendable (StateType) -> GateState) {
        self.init(middleware: middleware, state: stateMap)
    }
}
