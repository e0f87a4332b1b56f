// SPDX-License-Identifier: MIT

public import RexCore

// The forms of `MiddlewareProtocol.gated`, for the middleware of a feature. Each store has a gate of
// its own; the reducer is not behind it.

extension Feature {
    /// Puts the middleware of this feature behind a gate that two values of a control action open
    /// and close.
    ///
    /// ```swift
    /// let gated = reports.gated(
    ///     controlAction: \ReportAction.mode,
    ///     turnOn: .live,
    ///     turnOff: .paused,
    ///     default: .active
    /// )
    /// ```
    ///
    /// The reducer of the feature goes on, wherever the gate stands; see ``GatedMiddleware``.
    ///
    /// - Important: A feature of a part that comes and goes is lifted first, and gated then: behind
    ///   a gate that was lifted, effects get no context, and do not end with their part.
    @inlinable public func gated<Control: Equatable & Sendable>(
        controlAction: @escaping @Sendable (ActionType) -> Control?,
        turnOn: Control,
        turnOff: Control,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware {
            $0.gated(
                controlAction: controlAction,
                turnOn: turnOn,
                turnOff: turnOff,
                default: `default`,
                file: file,
                function: function,
                line: line
            )
        }
    }

    /// Puts the middleware of this feature behind a gate that the value true opens and the value
    /// false closes.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (ActionType) -> Bool?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware {
            $0.gated(controlAction: controlAction, default: `default`, file: file, function: function, line: line)
        }
    }

    /// Puts the middleware of this feature behind a gate that the value `.active` opens and the
    /// value `.bypass` closes.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (ActionType) -> GateState?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware {
            $0.gated(controlAction: controlAction, default: `default`, file: file, function: function, line: line)
        }
    }

    /// Puts the middleware of this feature behind a gate that the actions for which `controlAction`
    /// is true open or close.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (ActionType) -> Bool,
        turnOn: Bool,
        turnOff: Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware {
            $0.gated(
                controlAction: controlAction,
                turnOn: turnOn,
                turnOff: turnOff,
                default: `default`,
                file: file,
                function: function,
                line: line
            )
        }
    }

    /// Puts the middleware of this feature behind a gate that the actions for which `controlAction`
    /// is true open, and that nothing closes.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (ActionType) -> Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware {
            $0.gated(controlAction: controlAction, default: `default`, file: file, function: function, line: line)
        }
    }

    /// Puts the middleware of this feature behind a gate that is open as long as a part of the
    /// state is true.
    ///
    /// ```swift
    /// let gated = reports.gated(state: \ReportState.isOn)
    /// ```
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware { $0.gated(state: state, file: file, function: function, line: line) }
    }

    /// Puts the middleware of this feature behind a gate that stands where a part of the state
    /// says.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware { $0.gated(state: state, file: file, function: function, line: line) }
    }
}
