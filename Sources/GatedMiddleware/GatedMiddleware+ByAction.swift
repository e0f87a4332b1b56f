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
    /// The gate moves when the control action is handled: before the inner middleware handles it,
    /// in the order in which the store processes actions.
    ///
    /// - Parameters:
    ///   - middleware: what is behind the gate.
    ///   - controlAction: a key path literal or a function; nil for an ordinary action. It is
    ///     called once for each action.
    ///   - turnOn: the value that opens the gate; it wins if both are equal.
    ///   - turnOff: the value that closes the gate. Any other value reaches the inner middleware
    ///     and moves nothing.
    ///   - default: where the gate stands at first.
    ///   - file: the file in which the gate is made, for recordings.
    ///   - function: the function in which it is made.
    ///   - line: the line on which it is made.
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

    /// Makes a gate that the value true opens and the value false closes.
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

    /// Makes a gate that the value `.active` opens and the value `.bypass` closes.
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

    /// Makes the same gate as with the label `controlAction:`.
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

    /// Makes the same gate as with the label `controlAction:`.
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

    /// Makes the same gate as with the label `controlAction:`.
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

// A plain `Bool` says whether an action is a control action. Without these forms it would become a
// `Bool?` that is never nil, and each action would move the gate.

extension GatedMiddleware {
    /// Makes a gate that the actions for which `controlAction` is true open or close.
    ///
    /// An action for which it is false is no control action, unlike one for which a `Bool?` is
    /// false. So the gate is opened if `turnOn` is true, and else closed, once and for all.
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

    /// Makes a gate that the actions for which `controlAction` is true open, and that nothing
    /// closes.
    ///
    /// An action for which it is false is no control action, unlike one for which a `Bool?` is
    /// false.
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

    /// Makes the same gate as with the label `controlAction:`.
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

    /// Makes the same gate as with the label `controlAction:`.
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
