// SPDX-License-Identifier: MIT

/// What a store does with an action around the reducer; only the thread that processes may use it.
///
/// That is what makes the memory of the slot and of the notice safe: one thread at a time puts something there, and takes
/// it out again.
@safe @usableFromInline final class Pipeline<ActionType, StateType> {
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>
    @usableFromInline let slot = Slot<ActionType>()
    /// Of what the observers are to be notified next.
    @usableFromInline let notice: UnsafeMutablePointer<ObserverList<StateType>.Notice?> = .allocate(capacity: 1)

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
        unsafe notice.initialize(to: nil)
    }

    /// Notifies the observers of what there is in the notice.
    @inlinable func notify() { unsafe notice.pointee.take()?.notify() }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
