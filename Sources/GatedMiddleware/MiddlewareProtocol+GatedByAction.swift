// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Gates this middleware.
    ///
    /// Two values of a control action open and close the gate.
    ///
    /// ```swift
    /// let gated = Reporter().gated(
    ///     controlAction: \AppAction.reporter?.mode,
    ///     turnOn: .live,
    ///     turnOff: .paused,
    ///     default: .active
    /// )
    /// ```
    ///
    /// For the parameters, see
    /// `GatedMiddleware.init(middleware:controlAction:turnOn:turnOff:default:)`.
    @inlinable public func gated<Control: Equatable & Sendable>(
        controlAction: @escaping @Sendable (InputActionType) -> Control?,
        turnOn: Control,
        turnOff: Control,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlAction,
            turnOn: turnOn,
            turnOff: turnOff,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Gates this middleware.
    ///
    /// The control value `true` opens the gate and `false` closes it.
    ///
    /// See `gated(controlAction:turnOn:turnOff:default:)`.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (InputActionType) -> Bool?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlAction,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Gates this middleware.
    ///
    /// The control value `.active` opens the gate and `.bypass` closes it.
    ///
    /// See `gated(controlAction:turnOn:turnOff:default:)`.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (InputActionType) -> GateState?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlAction,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public func gated<Control: Equatable & Sendable>(
        controlActionMap: @escaping @Sendable (InputActionType) -> Control?,
        turnOn: Control,
        turnOff: Control,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlActionMap,
            turnOn: turnOn,
            turnOff: turnOff,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public func gated(
        controlActionMap: @escaping @Sendable (InputActionType) -> Bool?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlActionMap,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public func gated(
        controlActionMap: @escaping @Sendable (InputActionType) -> GateState?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlActionMap,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }
}

// A plain `Bool` tells whether an action is a control action. Without these overloads it would
// become a `Bool?` that is never nil, and each action would move the gate.

extension MiddlewareProtocol {
    /// Gates this middleware.
    ///
    /// An action for which `controlAction` returns true opens or closes the gate.
    ///
    /// ```swift
    /// let gated = Reporter().gated(controlAction: \AppAction.isLogOut, turnOn: false, turnOff: true, default: .active)
    /// ```
    ///
    /// Only `true` makes an action a control action here; with a `Bool?`, `false` does too. So such
    /// a gate moves at most once: it opens if `turnOn` is true, otherwise it closes.
    ///
    /// See `gated(controlAction:turnOn:turnOff:default:)`.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (InputActionType) -> Bool,
        turnOn: Bool,
        turnOff: Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlAction,
            turnOn: turnOn,
            turnOff: turnOff,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Gates this middleware.
    ///
    /// An action for which `controlAction` returns true opens the gate, and nothing closes it.
    ///
    /// Only `true` makes an action a control action here; with a `Bool?`, `false` does too.
    ///
    /// See `gated(controlAction:turnOn:turnOff:default:)`.
    @inlinable public func gated(
        controlAction: @escaping @Sendable (InputActionType) -> Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlAction,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public func gated(
        controlActionMap: @escaping @Sendable (InputActionType) -> Bool,
        turnOn: Bool,
        turnOff: Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlActionMap,
            turnOn: turnOn,
            turnOff: turnOff,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public func gated(
        controlActionMap: @escaping @Sendable (InputActionType) -> Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(
            middleware: self,
            controlAction: controlActionMap,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }
}
