// SPDX-License-Identifier: MIT

/// The middlewares of a store and the mailboxes of its loop; only the thread that processes may use
/// it.
///
/// That is what makes the memory of the slot and of the notice safe: one thread at a time puts
/// something there, and takes it out again.
@safe @usableFromInline final class Processor<ActionType, StateType> {
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>
    @usableFromInline let slot = ActionSlot<ActionType>()
    /// The mailbox of what the observers are notified of next.
    @usableFromInline let notice: UnsafeMutablePointer<ObserverList<StateType>.Notice?> = .allocate(capacity: 1)
    /// The links that could revoke the action at hand; their release notifies a task that the
    /// action no longer waits.
    @usableFromInline let links: UnsafeMutablePointer<(any SourceLink)?> = .allocate(capacity: 1)
    /// The observers of each action, if there are any.
    ///
    /// Retained; not a reference, which would be retained once more for each action.
    @usableFromInline let observers: UnsafeMutablePointer<Unmanaged<ProcessingObservers>?> = .allocate(capacity: 1)

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
        unsafe notice.initialize(to: nil)
        unsafe links.initialize(to: nil)
        unsafe observers.initialize(to: nil)
    }

    /// Notifies the observers of what there is in the notice.
    @inlinable func notify() { unsafe notice.pointee.take()?.notify() }

    /// Calls those who observe the processing, if there are any.
    @inlinable func notifyOfPhase(_ phase: ProcessingMoment) {
        guard let observers = unsafe observers.pointee else { return }
        unsafe observers._withUnsafeGuaranteedRef { if $0.hasPhaseObserver { $0.notify(phase) } }
    }

    /// Runs what the middlewares have returned, behind those who observe reductions.
    @inlinable func runObserved(_ io: IO<ActionType>, from source: ActionSource) {
        guard let observers = unsafe observers.pointee?._withUnsafeGuaranteedRef({ $0 }) else { return io.run(output) }
        if !io.isPure || !observers.reductionObservers.isEmpty {
            if observers.hasPhaseObserver { observers.notify(.running) }
            for observer in observers.reductionObservers { observer(source) }
            io.run(output)
        }
        if observers.hasPhaseObserver { observers.notify(.done) }
    }

    /// True if something could revoke the action at hand while it waited.
    @inlinable var hasLinks: Bool { unsafe links.pointee != nil }

    /// Releases the links of the action that was reduced.
    @usableFromInline func releaseLinks() {
        let released = unsafe links.pointee.take()
        extendLifetime(released)
    }

    /// Adds an observer behind those that there are.
    @usableFromInline func observe(_ next: @escaping (ProcessingMoment) -> Void) {
        guard let old = unsafe observers.pointee?.takeRetainedValue() else {
            return set(ProcessingObservers(notify: next))
        }
        set(
            ProcessingObservers(
                notify: { [first = old.notify] phase in
                    first(phase)
                    next(phase)
                },
                reductionObservers: old.reductionObservers
            )
        )
    }

    /// Takes those who are to be called after each reduction from now on, behind those that there
    /// are.
    @usableFromInline func observeReductions(with observers: [@Sendable (ActionSource?) -> Void]) {
        guard !observers.isEmpty else { return }
        let old = unsafe self.observers.pointee?.takeRetainedValue()
        set(
            ProcessingObservers(
                notify: old.flatMap { $0.hasPhaseObserver ? $0.notify : nil },
                reductionObservers: (old?.reductionObservers ?? []) + observers
            )
        )
    }

    private func set(_ new: ProcessingObservers) { unsafe observers.pointee = .passRetained(new) }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
        unsafe links.deinitialize(count: 1).deallocate()
        unsafe observers.pointee?.release()
        unsafe observers.deallocate()
    }
}

@available(*, unavailable)
extension Processor: Sendable {}
