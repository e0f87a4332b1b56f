// SPDX-License-Identifier: MIT

public import RexCore

/// The condition of a gate.
///
/// A gate by action also stores its position.
@usableFromInline enum Gate<Action, State>: Sendable {
    /// Control actions move the gate. All copies of the gate share `isOpen`, which `isAdmitted`
    /// reads.
    case byAction(
        control: @Sendable (Action) -> Control?,
        isOpen: Lock<Bool>,
        moveCount: Lock<Int>,
        isAdmitted: @Sendable () -> Bool
    )
    /// The state decides, so the gate stores nothing.
    case byState(isOpen: @Sendable (State) -> Bool)

    /// The effect of a control action on the gate.
    @usableFromInline enum Control: Sendable {
        case open
        case close
        /// Passes the action to the inner middleware and leaves the gate as it is.
        case keep
    }

    @inlinable static func byAction(_ control: @escaping @Sendable (Action) -> Control?, default: GateState) -> Gate {
        let isOpen = Lock(`default` == .active)
        return .byAction(control: control, isOpen: isOpen, moveCount: Lock(0), isAdmitted: { isOpen.withLock { $0 } })
    }

    /// Moves the gate if `action` is a control action.
    ///
    /// Returns whether the action may pass.
    @inlinable func admits(_ action: Action, _ state: GetState<State>) -> Bool {
        switch self {
        case .byAction(let control, let isOpen, let moveCount, _):
            guard let control = control(action) else { return isOpen.withLock { $0 } }
            switch control {
            case .open: isOpen.withLock { $0 = true }
            case .close: isOpen.withLock { $0 = false }
            case .keep: return true
            }
            moveCount.withLock { $0 += 1 }
            return true
        case .byState(let isOpen):
            return isOpen(state())
        }
    }

    /// Returns whether `action` may pass, without moving the gate.
    @inlinable func wouldAdmit(_ action: Action, _ state: GetState<State>) -> Bool {
        switch self {
        case .byAction(let control, let isOpen, _, _): isOpen.withLock { $0 } || control(action) != nil
        case .byState(let isOpen): isOpen(state())
        }
    }

    /// Returns a function that returns whether actions that the middleware sends may pass at
    /// present.
    @inlinable func isAdmitted(_ state: @escaping GetState<State>) -> @Sendable () -> Bool {
        switch self {
        case .byAction(_, _, _, let isAdmitted): isAdmitted
        case .byState(let isOpen): { isOpen(state()) }
        }
    }
}
