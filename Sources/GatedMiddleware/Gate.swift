// SPDX-License-Identifier: MIT

public import RexCore

/// The condition of a gate.
@usableFromInline enum Gate<Action, State>: Sendable {
    /// Control actions move the gate. All copies of the gate share its position.
    case byAction(control: @Sendable (Action) -> GateControl?, isOpen: Lock<Bool>)
    /// The state decides, so the gate stores nothing.
    case byState(isOpen: @Sendable (State) -> Bool)

    /// Moves the gate if `action` is a control action.
    ///
    /// Returns what becomes of the action.
    @inlinable func passage(of action: Action, _ state: GetState<State>) -> GatePassage {
        switch self {
        case .byAction(let control, let isOpen):
            guard let control = control(action) else { return isOpen.withLock { $0 } ? .passes : .stopped }
            guard control != .keep else { return .passes }
            isOpen.withLock { $0 = control == .open }
            return .passesAndMoves
        case .byState(let isOpen):
            return isOpen(state()) ? .passes : .stopped
        }
    }

    /// Returns whether `action` may pass, without moving the gate.
    @inlinable func wouldAdmit(_ action: Action, _ state: GetState<State>) -> Bool {
        switch self {
        case .byAction(let control, let isOpen): isOpen.withLock { $0 } || control(action) != nil
        case .byState(let isOpen): isOpen(state())
        }
    }

    /// Returns a function that returns whether actions that the middleware sends may pass at
    /// present.
    @inlinable func isAdmitted(_ state: @escaping GetState<State>) -> @Sendable () -> Bool {
        switch self {
        case .byAction(_, let isOpen): { isOpen.withLock { $0 } }
        case .byState(let isOpen): { isOpen(state()) }
        }
    }
}

/// The effect of a control action on a gate.
@usableFromInline enum GateControl: Sendable {
    case open
    case close
    /// Passes the action to the inner middleware and leaves the gate as it is.
    case keep
}

/// What becomes of an action at a gate.
@usableFromInline enum GatePassage: Sendable {
    case passes
    /// It passes, and has opened or closed the gate.
    case passesAndMoves
    case stopped
}
