// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Puts this middleware behind a gate that two values of a control action open and close.
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
    /// The gate moves when it handles the control action, before the inner middleware does, in the
    /// order in which the store processes actions.
    ///
    /// - Parameters:
    ///   - controlAction: Returns the control value of an action, or nil if it isn't a control
    ///     action. A key path literal or a function. It is called once for each action.
    ///   - turnOn: The value that opens the gate. It takes precedence if both values are equal.
    ///   - turnOff: The value that closes the gate. Control actions with any other value reach the
    ///     inner middleware and don't move the gate.
    ///   - default: The initial position.
    ///   - file: The file of the call, for recordings.
    ///   - function: The function of the call, for recordings.
    ///   - line: The line of the call, for recordings.
    @inlinable public func gated<Control: Equatable & Sendable>(
        controlAction: @escaping @Sendable (InputActionType) -> Control?,
        turnOn: Control,
        turnOff: Control,
        default: GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(self, default: `default`, at: GateSite(file, function, line)) { action in
            controlAction(action).map { $0 == turnOn ? .open : $0 == turnOff ? .close : .keep }
        }
    }

    /// Puts this middleware behind a gate that an action moves once.
    ///
    /// ```swift
    /// let gated = Reporter().gated(controlAction: \AppAction.isLogOut, turnOn: false, turnOff: true, default: .active)
    /// ```
    ///
    /// Here, false means that the action isn't a control action; in a `Bool?`, false is a control
    /// value. So the gate opens at the first control action if `turnOn` is true, otherwise it
    /// closes.
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
        gated(
            controlAction: { controlAction($0) ? true : Bool?.none },
            turnOn: turnOn,
            turnOff: turnOff,
            default: `default`,
            file: file,
            function: function,
            line: line
        )
    }

    /// Puts this middleware behind a gate that a control value of true opens and false closes.
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
        GatedMiddleware(self, default: `default`, at: GateSite(file, function, line)) { action in
            controlAction(action).map { $0 ? .open : .close }
        }
    }

    /// Puts this middleware behind a gate that a control value of `.active` opens and `.bypass` closes.
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
        GatedMiddleware(self, default: `default`, at: GateSite(file, function, line)) { action in
            controlAction(action).map { $0 == .active ? .open : .close }
        }
    }

    // Without this overload, a plain `Bool` would become a `Bool?` that is never nil, and each
    // action would move the gate.

    /// Puts this middleware behind a gate that an action opens, and nothing closes.
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
        GatedMiddleware(self, default: `default`, at: GateSite(file, function, line)) { action in
            controlAction(action) ? .open : nil
        }
    }

    /// Puts this middleware behind a gate that is open while a Boolean of the state is true.
    ///
    /// The gate is open while a Boolean of the state is true.
    ///
    /// ```swift
    /// let gated = Reporter().gated(state: \AppState.isReporterOn)
    /// ```
    ///
    /// - Parameters:
    ///   - state: Returns whether the gate is open. A key path literal or a function. It is called
    ///     once for each action, with the state before the reducer, and once for each action that
    ///     the inner middleware sends, on the thread that sends it.
    ///   - file: The file of the call, for recordings.
    ///   - function: The function of the call, for recordings.
    ///   - line: The line of the call, for recordings.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(self, at: GateSite(file, function, line), isOpen: state)
    }

    /// Puts this middleware behind a gate whose position is in the state.
    ///
    /// The state holds the position of the gate.
    ///
    /// `state` is called as often as in the overload with a Boolean.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> GateState,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> GatedMiddleware<Self> {
        GatedMiddleware(self, at: GateSite(file, function, line)) { state($0) == .active }
    }
}
