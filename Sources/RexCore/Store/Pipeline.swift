// SPDX-License-Identifier: MIT

/// What a store does with an action around the reducer; only the thread that processes may use it.
///
/// That is what makes the memory of the slot safe: one thread at a time puts an action there, and takes it out again.
@safe @usableFromInline final class Pipeline<ActionType, StateType> {
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>
    /// Where the action stands that is to be processed next; empty while nobody processes.
    @usableFromInline let slot: UnsafeMutablePointer<DispatchedAction<ActionType>> = .allocate(capacity: 1)

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
    }

    /// Takes the action out of the slot, which has one.
    @inlinable func take() -> DispatchedAction<ActionType> {
        unsafe slot.move()
    }

    /// Whether the action in the slot could have been revoked while it waited.
    @inlinable var isRevocable: Bool { unsafe slot.pointee.source.isRevocable }

    /// Drops the action in the slot if it was revoked; if not, it can no longer be.
    ///
    /// - Returns: nil if it was dropped; else the number of the task that sent it, or 0.
    @usableFromInline func dropIfRevoked() -> Int? {
        guard unsafe !slot.pointee.source.isRevoked else {
            unsafe slot.deinitialize(count: 1)
            return nil
        }
        return unsafe slot.pointee.source.endRevocations()
    }

    deinit {
        unsafe slot.deallocate()
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
