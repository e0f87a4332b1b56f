// SPDX-License-Identifier: MIT

public import RexCore

// The overloads of `MiddlewareProtocol.gated` for the middleware of a feature. Each store gets its
// own gate. The gate doesn't affect the feature's reducer.

extension Feature {
    /// Gates the middleware of this feature.
    ///
    /// Two values of a control action open and close the gate.
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
    /// The reducer of the feature runs whether the gate is open or closed. See ``GatedMiddleware``.
    ///
    /// - Important: If the feature belongs to an optional part of the state, lift it first, then
    ///   gate it. Behind a gate that was lifted, effects get no context and don't end with their
    ///   part.
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

    /// Gates the middleware of this feature.
    ///
    /// The control value `true` opens the gate and `false` closes it.
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

    /// Gates the middleware of this feature.
    ///
    /// The control value `.active` opens the gate and `.bypass` closes it.
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

    /// Gates the middleware of this feature.
    ///
    /// An action for which `controlAction` returns true opens or closes the gate.
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

    /// Gates the middleware of this feature.
    ///
    /// An action for which `controlAction` returns true opens the gate, and nothing closes it.
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

    /// Gates the middleware of this feature.
    ///
    /// The gate is open while a Boolean of the state is true.
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

    /// Gates the middleware of this feature.
    ///
    /// The state holds the position of the gate.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware { $0.gated(state: state, file: file, function: function, line: line) }
    }
}
