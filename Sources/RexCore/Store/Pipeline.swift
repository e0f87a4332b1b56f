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
    /// Those who want to know of each action, if there are any; complete before the first one.
    ///
    /// Retained; not a reference, which would be retained once more for each action.
    @usableFromInline let watch: UnsafeMutablePointer<Unmanaged<ProcessingWatch>?> = .allocate(capacity: 1)

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
        unsafe notice.initialize(to: nil)
        unsafe watch.initialize(to: nil)
    }

    /// Notifies the observers of what there is in the notice.
    @inlinable func notify() { unsafe notice.pointee.take()?.notify() }

    /// Adds an observer behind those that there are.
    @usableFromInline func observe(_ next: @escaping (ProcessingMoment) -> Void) {
        guard let first = unsafe watch.pointee?.takeRetainedValue().notify else {
            return set(ProcessingWatch(notify: next))
        }
        set(
            ProcessingWatch { moment in
                first(moment)
                next(moment)
            }
        )
    }

    /// Takes those who are to be called after each reduction, before the first one.
    @usableFromInline func observeReductions(with observers: [@Sendable (ActionSource?) -> Void]) {
        guard !observers.isEmpty else { return }
        let old = unsafe watch.pointee?.takeRetainedValue()
        set(ProcessingWatch(notify: old?.notify ?? { _ in }, reductionObservers: observers))
    }

    private func set(_ new: ProcessingWatch) { unsafe watch.pointee = .passRetained(new) }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
        unsafe watch.pointee?.release()
        unsafe watch.deallocate()
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
