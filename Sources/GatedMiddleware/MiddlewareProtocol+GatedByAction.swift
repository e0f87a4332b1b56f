// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Puts this middleware behind a gate that two values of a control action open and close.
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
    /// The parameters are those of
    /// `init(middleware:controlAction:turnOn:turnOff:default:)`.
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

    /// Puts this middleware behind a gate that the value true opens and the value false closes.
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

    /// Puts this middleware behind a gate that the value `.active` opens and the value `.bypass`
    /// closes.
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

    /// Puts this middleware behind the gate of the form with the label `controlAction:`.
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

    /// Puts this middleware behind the gate of the form with the label `controlAction:`.
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

    /// Puts this middleware behind the gate of the form with the label `controlAction:`.
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

// A plain `Bool` says whether an action is a control action. Without these forms it would become a
// `Bool?` that is never nil, and each action would move the gate.

extension MiddlewareProtocol {
    /// Puts this middleware behind a gate that the actions for which `controlAction` is true open
    /// or close.
    ///
    /// ```swift
    /// let gated = Reporter().gated(controlAction: \AppAction.isLogOut, turnOn: false, turnOff: true, default: .active)
    /// ```
    ///
    /// An action for which it is false is no control action, unlike one for which a `Bool?` is
    /// false. So the gate is opened if `turnOn` is true, and else closed, once and for all.
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

    /// Puts this middleware behind a gate that the actions for which `controlAction` is true open,
    /// and that nothing closes.
    ///
    /// An action for which it is false is no control action, unlike one for which a `Bool?` is
    /// false.
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

    /// Puts this middleware behind the gate of the form with the label `controlAction:`.
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

    /// Puts this middleware behind the gate of the form with the label `controlAction:`.
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
