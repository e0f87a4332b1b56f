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
    /// Whether somebody is called after each reduction.
    @usableFromInline private(set) var hasReductionObservers = false
    /// Those who are called after each reduction, in the order in which they registered.
    private var reductionObservers: [@Sendable (ActionSource?) -> Void] = []

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

    /// Takes those who are to be called after each reduction, before the first one.
    @usableFromInline func observeReductions(with observers: [@Sendable (ActionSource?) -> Void]) {
        reductionObservers = observers
        hasReductionObservers = !observers.isEmpty
    }

    @usableFromInline func notifyOfReduction(by source: ActionSource) {
        for observer in reductionObservers { observer(source) }
    }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
