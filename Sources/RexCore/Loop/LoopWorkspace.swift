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
                notify: observers.count == 1
                    ? first.call : { event in for observer in observers { observer.call(event) } }
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

/// The slot for the next action that a store processes.
///
/// It is empty while the store is idle. Action and source are written and read as separate values:
/// taken apart as a pair, each source is copied once more, which makes an action 1.3 times as long.
///
/// The memory is safe because only one thread at a time uses the workspace. It calls `put` on an
/// empty slot and `take` on a full one.
@safe @usableFromInline struct ActionSlot<ActionType> {
    @usableFromInline let pair: UnsafeMutablePointer<DispatchedAction<ActionType>> = .allocate(capacity: 1)
    /// Pointers to the two parts of the pair.
    @usableFromInline let action: UnsafeMutablePointer<ActionType>
    @usableFromInline let source: UnsafeMutablePointer<ActionSource>

    @inlinable init() {
        unsafe action = ActionSlot.pointer(to: \.action, in: pair)
        unsafe source = ActionSlot.pointer(to: \.source, in: pair)
    }

    @inlinable static func pointer<Part>(
        to part: KeyPath<DispatchedAction<ActionType>, Part>,
        in pair: UnsafeMutablePointer<DispatchedAction<ActionType>>
    ) -> UnsafeMutablePointer<Part> {
        guard let offset = MemoryLayout<DispatchedAction<ActionType>>.offset(of: part) else {
            preconditionFailure("DispatchedAction must store its action and source: MemoryLayout has no offset.")
        }
        return unsafe (UnsafeMutableRawPointer(pair) + offset).assumingMemoryBound(to: Part.self)
    }

    /// Moves a pair into the slot.
    ///
    /// Taking the pair apart would copy the source.
    @inlinable func put(_ pair: consuming DispatchedAction<ActionType>) {
        unsafe self.pair.initialize(to: pair)
    }

    @inlinable func put(_ action: consuming ActionType, from source: consuming ActionSource) {
        unsafe self.action.initialize(to: action)
        unsafe self.source.initialize(to: source)
    }

    @inlinable func takeAction() -> ActionType { unsafe action.move() }

    @inlinable func takeSource() -> ActionSource { unsafe source.move() }

    /// The number of the action in the source.
    @inlinable var number: Int {
        get { unsafe source.pointee.actionNumber }
        nonmutating set { unsafe source.pointee.actionNumber = newValue }
    }

    /// Whether the action has a sender that may have revoked it while it was queued.
    @inlinable var hasSender: Bool { unsafe source.pointee.hasSender }

    func deallocate() {
        unsafe pair.deallocate()
    }
}

@available(*, unavailable)
extension ActionSlot: Sendable {}

/// The observers of a store's processing.
///
/// The object is immutable, so its closures are called without being retained.
@usableFromInline final class ProcessingObservers {
    /// Called at each phase.
    @usableFromInline let notify: (StoreEvent) -> Void
    /// Whether there is an observer of the phases.
    @usableFromInline let hasPhaseObserver: Bool
    /// Called after each reduction, in the order of registration.
    @usableFromInline let reductionObservers: Members<ReductionObserver>

    init(notify: ((StoreEvent) -> Void)?, reductionObservers: [ReductionObserver] = []) {
        self.notify = notify ?? { _ in }
        hasPhaseObserver = notify != nil
        self.reductionObservers = Members(reductionObservers)
    }

    /// Calls the observers of reductions.
    ///
    /// - Parameters:
    ///   - source: The source of the reduced action.
    ///   - isPure: Whether the `IO` of the action does nothing.
    @inlinable func notifyOfRunning(from source: ActionSource, isPure: Bool) {
        if hasPhaseObserver, !isPure || reductionObservers.count > 0 { notify(.phase(.running)) }
        let source: ActionSource? = source
        reductionObservers.forEach { $0.call(source) }
    }
}

@available(*, unavailable)
extension ProcessingObservers: Sendable {}

/// An observer of reductions; see ``AnyActionHandler/onReduction(_:)``.
@usableFromInline final class ReductionObserver: Sendable {
    @usableFromInline let call: @Sendable (ActionSource?) -> Void

    init(_ call: @escaping @Sendable (ActionSource?) -> Void) { self.call = call }
}
