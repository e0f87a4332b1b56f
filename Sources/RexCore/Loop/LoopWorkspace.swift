// SPDX-License-Identifier: MIT

/// The working data of a store's processing thread: the middlewares, and memory that passes a value
/// from one step to the next.
///
/// Only the processing thread may use it. This makes the memory safe: one thread at a time writes a
/// value and takes it out again.
@safe @usableFromInline final class LoopWorkspace<ActionType, StateType> {
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>
    @usableFromInline let slot = ActionSlot<ActionType>()
    /// The next notice to the observers.
    @usableFromInline let notice: UnsafeMutablePointer<ObserverList<StateType>.Notice?> = .allocate(capacity: 1)
    /// The observers of the processing, or nil.
    ///
    /// A retained pointer: a reference would be retained once more for each action.
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
        unsafe observers.initialize(to: nil)
    }

    /// Notifies the observers, if there is a notice.
    @inlinable func notify() { unsafe notice.pointee.take()?.notify() }

    /// Passes a phase to the observers of the processing, if there are any.
    @inlinable func notifyOfPhase(_ phase: ProcessingPhase) {
        guard let observers = unsafe observers.pointee else { return }
        unsafe observers._withUnsafeGuaranteedRef { if $0.hasPhaseObserver { $0.notify(.phase(phase)) } }
    }

    /// Runs the `IO` of the middlewares, after the observers of reductions.
    @inlinable func run(_ io: consuming IO<ActionType>, from source: ActionSource) {
        guard let observers = unsafe observers.pointee else { return io.run(output) }
        let isPure = io.isPure
        unsafe observers._withUnsafeGuaranteedRef { $0.notifyOfRunning(from: source, isPure: isPure) }
        if !isPure { io.run(output) }
        notifyOfPhase(.done)
    }

    /// Sets the observers of phases, before the first action.
    @usableFromInline func observePhases(with observers: [StoreHook.Observer]) {
        guard let first = observers.first else { return }
        set(
            ProcessingObservers(
                notify: observers.count == 1 ? first : { event in for observer in observers { observer(event) } }
            )
        )
    }

    /// Adds observers of reductions.
    ///
    /// They are called after the existing ones, from the next reduction on.
    @usableFromInline func observeReductions(with observers: [ReductionObserver]) {
        guard !observers.isEmpty else { return }
        let old = unsafe self.observers.pointee?.takeRetainedValue()
        set(
            ProcessingObservers(
                notify: old.flatMap { $0.hasPhaseObserver ? $0.notify : nil },
                reductionObservers: (old?.reductionObservers.all ?? []) + observers
            )
        )
    }

    private func set(_ new: ProcessingObservers) { unsafe observers.pointee = .passRetained(new) }

    deinit {
        slot.deallocate()
        unsafe notice.deinitialize(count: 1).deallocate()
        unsafe observers.pointee?.release()
        unsafe observers.deallocate()
    }
}

@available(*, unavailable)
extension LoopWorkspace: Sendable {}
