// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// This middleware behind a gate that is open as long as a part of the state is true.
    ///
    /// ```swift
    /// let gated = Reporter().gated(state: \AppState.isReporterOn)
    /// ```
    ///
    /// The parameter is that of `GatedMiddleware.init(middleware:state:)`.
    @inlinable public func gated(state: @escaping @Sendable (StateType) -> Bool) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: state)
    }

    /// This middleware behind a gate that stands where a part of the state says; see `gated(state:)` of a Bool.
    @inlinable public func gated(state: @escaping @Sendable (StateType) -> GateState) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: state)
    }

    // `stateMap:` is disfavored, so that a trailing closure means `state:` instead of being ambiguous.

    /// The same as with the label `state:`.
    @_disfavoredOverload
    @inlinable public func gated(stateMap: @escaping @Sendable (StateType) -> Bool) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: stateMap)
    }

    /// The same as with the label `state:`.
    @_disfavoredOverload
    @inlinable public func gated(stateMap: @escaping @Sendable (StateType) -> GateState) -> GatedMiddleware<Self> {
        GatedMiddleware(middleware: self, state: stateMap)
    }
}
