// SPDX-License-Identifier: MIT

public import RexCore

/// The condition of a gate.
@usableFromInline enum Gate<Action, State>: Sendable {
    /// Control actions move the gate. All copies of the gate share its position.
    case byAction(control: @Sendable (Action) -> GateControl?, position: Lock<GatePosition>)
    /// The state decides, so the gate stores nothing.
    case byState(isOpen: @Sendable (State) -> Bool)

    /// Moves the gate if `action` is a control action.
    ///
    /// Returns whether the action may pass.
    @inlinable func admits(_ action: Action, _ state: GetState<State>) -> Bool {
        switch self {
        case .byAction(let control, let position):
            guard let control = control(action) else { return position.withLock { $0.isOpen } }
            if control != .keep { position.withLock { $0.move(control) } }
            return true
        case .byState(let isOpen):
            return isOpen(state())
        }
    }

    /// Returns whether `action` may pass, without moving the gate.
    @inlinable func wouldAdmit(_ action: Action, _ state: GetState<State>) -> Bool {
        switch self {
        case .byAction(let control, let position): position.withLock { $0.isOpen } || control(action) != nil
        case .byState(let isOpen): isOpen(state())
        }
    }

    /// Returns a function that returns whether actions that the middleware sends may pass at
    /// present.
    @inlinable func isAdmitted(_ state: @escaping GetState<State>) -> @Sendable () -> Bool {
        switch self {
        case .byAction(_, let position): { position.withLock { $0.isOpen } }
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

/// The position of a gate by action.
@usableFromInline struct GatePosition: Sendable {
    @usableFromInline var isOpen: Bool
    /// How often control actions have opened or closed the gate.
    @usableFromInline var moveCount = 0

    @inlinable init(isOpen: Bool) { self.isOpen = isOpen }

    @inlinable mutating func move(_ control: GateControl) {
        isOpen = control == .open
        moveCount += 1
    }
}
