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
    /// Called at each moment of processing, if somebody wants to know.
    private var observer: ((ProcessingMoment) -> Void)?
    /// Whether somebody is called at the moments of processing, or after each reduction.
    ///
    /// In memory, like the notice, since reading a variable of a class is checked at run time.
    @usableFromInline let watched: UnsafeMutablePointer<Bool> = .allocate(capacity: 1)
    /// Those who are called after each reduction, in the order in which they registered.
    @usableFromInline private(set) var reductionObservers: [@Sendable (ActionSource?) -> Void] = []

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
        unsafe notice.initialize(to: nil)
        unsafe watched.initialize(to: false)
    }

    @inlinable var isWatched: Bool { unsafe watched.pointee }

    /// Notifies the observers of what there is in the notice.
    @inlinable func notify() { unsafe notice.pointee.take()?.notify() }

    /// Adds an observer behind those that there are.
    @usableFromInline func observe(_ next: @escaping (ProcessingMoment) -> Void) {
        unsafe watched.pointee = true
        guard let first = observer else { return observer = next }
        observer = { moment in
            first(moment)
            next(moment)
        }
    }

    @usableFromInline func notify(of moment: ProcessingMoment) { observer?(moment) }

    /// Takes those who are to be called after each reduction, before the first one.
    @usableFromInline func observeReductions(with observers: [@Sendable (ActionSource?) -> Void]) {
        reductionObservers = observers
        if !observers.isEmpty { unsafe watched.pointee = true }
    }

    @usableFromInline func notifyOfReduction(by source: ActionSource) {
        for observer in reductionObservers { observer(source) }
    }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
        unsafe watched.deallocate()
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
