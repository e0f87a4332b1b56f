// SPDX-License-Identifier: MIT

import RexCore

extension GatedMiddleware {
    /// Makes a gate that two values of a control action open and close.
    ///
    /// ```swift
    /// let gated = GatedMiddleware(
    ///     middleware: Reporter(),
    ///     controlAction: \AppAction.reporter?.mode,
    ///     turnOn: .live,
    ///     turnOff: .paused,
    ///     default: .active
    /// )
    /// ```
    ///
    /// The gate moves when it handles the control action, before the inner middleware does, in the
    /// order in which the store processes actions.
    ///
    /// - Parameters:
    ///   - middleware: The inner middleware.
    ///   - controlAction: Returns the control value of an action, or nil if it isn't a control
    ///     action. A key path literal or a function. It is called once for each action.
    ///   - turnOn: The value that opens the gate. It takes precedence if both values are equal.
    ///   - turnOff: The value that closes the gate. Control actions with any other value reach the
    ///     inner middleware and don't move the gate.
    ///   - default: The initial position.
    ///   - file: The file of the call, for recordings.
    ///   - function: The function of the call, for recordings.
    ///   - line: The line of the call, for recordings.
    @inlinable public init<Control: Equatable & Sendable>(
        middleware: M,
        controlAction: @escaping @Sendable (InputActionType) -> Control?,
        turnOn: Control,
        turnOff: Control,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        let control = { @Sendable (action: InputActionType) -> Gate<InputActionType, StateType>.Control? in
            guard let control = controlAction(action) else { return nil }
            return control == turnOn ? .open : control == turnOff ? .close : .keep
        }
        self.init(
            middleware: middleware,
            gate: .byAction(control, default: `default`),
            at: GateSite(file, function, line)
        )
    }

    /// Makes a gate that the control value `true` opens and `false` closes.
    ///
    /// See `init(middleware:controlAction:turnOn:turnOff:default:)`.
    @inlinable public init(
        middleware: M,
        controlAction: @escaping @Sendable (InputActionType) -> Bool?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
            controlAction: controlAction,
            turnOn: true,
            turnOff: false,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Makes a gate that the control value `.active` opens and `.bypass` closes.
    ///
    /// See `init(middleware:controlAction:turnOn:turnOff:default:)`.
    @inlinable public init(
        middleware: M,
        controlAction: @escaping @Sendable (InputActionType) -> GateState?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
            controlAction: controlAction,
            turnOn: .active,
            turnOff: .bypass,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public init<Control: Equatable & Sendable>(
        middleware: M,
        controlActionMap: @escaping @Sendable (InputActionType) -> Control?,
        turnOn: Control,
        turnOff: Control,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
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
    @inlinable public init(
        middleware: M,
        controlActionMap: @escaping @Sendable (InputActionType) -> Bool?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
            controlAction: controlActionMap,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public init(
        middleware: M,
        controlActionMap: @escaping @Sendable (InputActionType) -> GateState?,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
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

extension GatedMiddleware {
    /// Makes a gate that the actions for which `controlAction` returns true open or close.
    ///
    /// Only `true` makes an action a control action here; with a `Bool?`, `false` does too. So such
    /// a gate moves at most once: it opens if `turnOn` is true, otherwise it closes.
    ///
    /// See `init(middleware:controlAction:turnOn:turnOff:default:)`.
    @inlinable public init(
        middleware: M,
        controlAction: @escaping @Sendable (InputActionType) -> Bool,
        turnOn: Bool,
        turnOff: Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        let control = { @Sendable (action: InputActionType) -> Bool? in controlAction(action) ? true : nil }
        self.init(
            middleware: middleware,
            controlAction: control,
            turnOn: turnOn,
            turnOff: turnOff,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Makes a gate that the actions for which `controlAction` returns true open.
    ///
    /// Nothing closes it.
    ///
    /// Only `true` makes an action a control action here; with a `Bool?`, `false` does too.
    ///
    /// See `init(middleware:controlAction:turnOn:turnOff:default:)`.
    @inlinable public init(
        middleware: M,
        controlAction: @escaping @Sendable (InputActionType) -> Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
            controlAction: controlAction,
            turnOn: true,
            turnOff: false,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Does the same as the overload with the label `controlAction:`.
    @inlinable public init(
        middleware: M,
        controlActionMap: @escaping @Sendable (InputActionType) -> Bool,
        turnOn: Bool,
        turnOff: Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
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
    @inlinable public init(
        middleware: M,
        controlActionMap: @escaping @Sendable (InputActionType) -> Bool,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            middleware: middleware,
            controlAction: controlActionMap,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }
}
