// SPDX-License-Identifier: MIT

public import RexCore

/// What opens and closes a gate; where that is an action, also whether it is open.
@usableFromInline enum Gate<Action, State>: Sendable {
    /// Control actions move it. Every copy of the gate shares `isOpen`.
    case byAction(control: @Sendable (Action) -> Control?, isOpen: Lock<Bool>)
    /// It is open as long as the state says so, and holds nothing itself.
    case byState(isOpen: @Sendable (State) -> Bool)

    /// What a control action does to the gate.
    @usableFromInline enum Control: Sendable {
        case open
        case close
        /// A control action that is meant for the middleware behind the gate alone.
        case keep
    }

    /// Moves the gate if `action` controls it; whether the action may pass.
    @inlinable func admits(_ action: Action, _ state: GetState<State>) -> Bool {
        switch self {
        case .byAction(let control, let isOpen):
            guard let control = control(action) else { return isOpen.withLock { $0 } }
            switch control {
            case .open: isOpen.withLock { $0 = true }
            case .close: isOpen.withLock { $0 = false }
            case .keep: break
            }
            return true
        case .byState(let isOpen):
            return isOpen(state())
        }
    }

    /// The same output while the gate is open, and nothing while it is closed.
    @inlinable func guarding<Output>(
        _ output: AnyActionHandler<Output>,
        _ state: @escaping GetState<State>
    ) -> AnyActionHandler<Output> {
        switch self {
        case .byAction(_, let isOpen): output.passing { isOpen.withLock { $0 } }
        case .byState(let isOpen): output.passing { isOpen(state()) }
        }
    }
}
