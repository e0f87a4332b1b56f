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
        unsafe links.initialize(to: nil)
        unsafe watch.initialize(to: nil)
    }

    /// Notifies the observers of what there is in the notice.
    @inlinable func notify() { unsafe notice.pointee.take()?.notify() }

    /// Calls those who observe the processing, if there are any.
    @inlinable func notifyWatch(_ moment: ProcessingMoment) {
        guard let watch = unsafe watch.pointee else { return }
        unsafe watch._withUnsafeGuaranteedRef { if $0.hasMoments { $0.notify(moment) } }
    }

    /// Runs what the middlewares have returned, behind those who observe reductions.
    @inlinable func runWatched(_ io: IO<ActionType>, from source: ActionSource) {
        guard let watch = unsafe watch.pointee?._withUnsafeGuaranteedRef({ $0 }) else { return io.run(output) }
        if !io.isPure || !watch.reductionObservers.isEmpty {
            if watch.hasMoments { watch.notify(.running) }
            for observer in watch.reductionObservers { observer(source) }
            io.run(output)
        }
        if watch.hasMoments { watch.notify(.done) }
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
        guard let old = unsafe watch.pointee?.takeRetainedValue() else {
            return set(ProcessingWatch(notify: next))
        }
        set(
            ProcessingWatch(
                notify: { [first = old.notify] moment in
                    first(moment)
                    next(moment)
                },
                reductionObservers: old.reductionObservers
            )
        )
    }

    /// Takes those who are to be called after each reduction from now on, behind those that there
    /// are.
    @usableFromInline func observeReductions(with observers: [@Sendable (ActionSource?) -> Void]) {
        guard !observers.isEmpty else { return }
        let old = unsafe watch.pointee?.takeRetainedValue()
        set(
            ProcessingWatch(
                notify: old.flatMap { $0.hasMoments ? $0.notify : nil },
                reductionObservers: (old?.reductionObservers ?? []) + observers
            )
        )
    }

    private func set(_ new: ProcessingWatch) { unsafe watch.pointee = .passRetained(new) }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
        unsafe links.deinitialize(count: 1).deallocate()
        unsafe watch.pointee?.release()
        unsafe watch.deallocate()
    }
}

@available(*, unavailable)
extension Processor: Sendable {}
