// SPDX-License-Identifier: MIT

/// The loop of a store: its contents behind their lock, and the way of an action through them.
///
/// ```text
/// dispatch ── nothing but a reducer ──▶ reduceDirectly ── observers ──▶ notifyDirectly
///    │
///    ▼
///  enter ── somebody processes ──▶ the queue        (elsewhere: the executor calls runScheduled)
///    │                               │
///    ▼                               ▼
///  drain ◀── next: the first one of the queue, or the answer of the last action
///    │
///    ▼
///  process: handle ─▶ reduce ─▶ notify ─▶ run        one action, then back to drain
/// ```
///
/// Under the lock ``StoreContents`` decides, and returns a ``NextStep``; without it, the loop does
/// that step. What goes from the one to the other, the action and the notice, is put into mailboxes
/// of the ``Processor``, plain memory that one thread at a time uses: values that are returned
/// would be copied, 25 ns for each action and 2 µs in debug builds.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the
/// store closes it, which ends the cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let contents: Lock<StoreContents<ActionType, StateType>>
    @usableFromInline let reducer: Reducer<ActionType, StateType>
    @usableFromInline let executor: StoreExecutor
    @usableFromInline let environment: StoreEnvironment
    @usableFromInline let registrations = StoreRegistrations()
    /// True if there is a middleware that sees the actions.
    @usableFromInline let hasMiddleware: Bool
    /// True if an action may have to learn that no middleware handled it.
    @usableFromInline let mayReport: Bool

    @inlinable init(
        state: StateType,
        reducer: Reducer<ActionType, StateType>,
        executor: StoreExecutor,
        environment: StoreEnvironment,
        hasMiddleware: Bool
    ) {
        contents = Lock(
            StoreContents(state: state),
            isContended: true,
            rule: """
                A reducer used its own store: it must not read the store, observe it, dispatch to it, or release the \
                last reference to it.
                A reducer computes the next state from its arguments alone. Move the call to a middleware, and \
                release the store outside of the reducer.
                """
        )
        self.reducer = reducer
        self.executor = executor
        self.environment = environment
        self.hasMiddleware = hasMiddleware
        // The type behind an existential or a class is known of each action only; neither is made of bits alone.
        mayReport = ActionType.self is any ActionForMiddleware.Type || !_isPOD(ActionType.self)
    }

    /// The way of an action begins here.
    @inlinable func dispatch(_ action: consuming DispatchedAction<ActionType>) {
        if !reduceDirectly(action.action) { enter(action) }
    }

    /// Reduces, and notifies the observers, if that is all there is to do; whether it was.
    @inlinable func reduceDirectly(_ action: ActionType) -> Bool {
        // An action that may need a warning, since no middleware handles it, takes the long way.
        #if DEBUG
        guard type(of: action) == ActionType.self else { return false }
        #endif
        // An action with parts to release is released by the loop, which its deinit may dispatch to.
        guard !hasMiddleware, executor.mayProcessHere, _isPOD(ActionType.self) else { return false }
        var processor: Unmanaged<Processor<ActionType, StateType>>?
        let step = contents.withLock { contents in
            unsafe processor = contents.processor
            return contents.reduceDirectly(action, by: reducer)
        }
        if step == .notify { unsafe processor?._withUnsafeGuaranteedRef(notifyDirectly) }
        return step != .process
    }

    /// Notifies the observers after `reduceDirectly`, and processes what was dispatched meanwhile.
    @inlinable func notifyDirectly(_ processor: Processor<ActionType, StateType>) {
        processor.notify()
        let processor = unsafe contents.withLock { unsafe $0.processorUnlessIdle() }
        unsafe processor?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
    }

    /// Puts the action into the queue, and processes if nobody does and this is the place for it.
    @inlinable @inline(never) func enter(_ action: consuming ActionType, from source: consuming ActionSource) {
        var processor: Unmanaged<Processor<ActionType, StateType>>?
        let mayProcess = executor.mayProcessHere
        let step = unsafe contents.accept(action, from: source, mayProcess: mayProcess, finding: &processor)
        unsafe begin(step, processor)
    }

    /// Enters an action that is a pair with its source already, since taking the pair apart would
    /// copy the source.
    @inlinable @inline(never) func enter(_ action: consuming DispatchedAction<ActionType>) {
        var processor: Unmanaged<Processor<ActionType, StateType>>?
        let step = contents.withLock(action, executor.mayProcessHere) { contents, action, mayProcess in
            unsafe processor = contents.processor
            return contents.accept(action, mayProcess: mayProcess)
        }
        unsafe begin(step, processor)
    }

    @inlinable @inline(__always) func begin(
        _ step: NextStep,
        _ processor: Unmanaged<Processor<ActionType, StateType>>?
    ) {
        switch step {
        case .process: unsafe processor?._withUnsafeGuaranteedRef { drain($0, beginningWith: .process) }
        case .schedule: executor.enqueue(runScheduled)
        case .drop: drop()
        default: break
        }
    }

    /// Drops what waits, outside of the lock.
    @usableFromInline func drop() {
        _ = contents.withLock { $0.takeQueue() }
    }

    @inlinable func runScheduled() {
        let processor = unsafe contents.withLock { unsafe $0.beginScheduled() }
        unsafe processor?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
    }

    /// Takes one step after the other until nothing waits.
    @inlinable func drain(
        _ processor: Processor<ActionType, StateType>,
        beginningWith first: NextStep
    ) {
        var step = first
        while true {
            switch step {
            case .process:
                step = processNext(processor)
                if step == .proceed, executor.shouldYield != nil, yieldToExecutor() { return }
            case .proceed: step = contents.withLock { $0.next(processor) }
            case .updateObservers:
                updateObservers(processor)
                step = .proceed
            case .callBack:
                for body in contents.withLock({ $0.takeWhenIdle() }) { body.call() }
                step = .proceed
            case .settle: return callWhenSettled()
            case .end: return releaseProcessor()
            case .stop, .schedule, .drop, .notify: return
            }
        }
    }

    /// Processes the action in the slot.
    @inlinable @inline(__always) func processNext(_ processor: Processor<ActionType, StateType>) -> NextStep {
        guard !processor.slot.isRevocable else { return processUnlessRevoked(processor) }
        return process(processor.slot.takeAction(), from: processor.slot.takeSource(), in: processor)
    }

    /// Processes the action in the slot, unless it was revoked while it waited.
    @inlinable @inline(never) func processUnlessRevoked(_ processor: Processor<ActionType, StateType>) -> NextStep {
        let (isThere, task) = unsafe processor.slot.dropIfRevoked(
            keeping: processor.links,
            noting: processor.output,
            // Only who processes changes it, so no lock is needed to read it here.
            cause: contents.value.pointee.last.cause
        )
        guard isThere else { return .proceed }
        if let number = task?.number { contents.withLock { $0.lastOfTask = ($0.last.number, number) } }
        task?.beginProcessing()
        defer { task?.endProcessing() }
        return process(processor.slot.takeAction(), from: processor.slot.takeSource(), in: processor)
    }

    /// Processes one action, in the order that each one has: the middlewares handle it, the reducer
    /// makes the next state, the observers are notified, and what the middlewares have returned
    /// runs.
    ///
    /// This thread counts as processing until the action is released, whose deinit may dispatch.
    ///
    /// - Returns: what is to be done after it.
    @inlinable func process(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        in processor: Processor<ActionType, StateType>
    ) -> NextStep {
        let isObserved = unsafe processor.observers.pointee != nil
        if isObserved { notifyOfHandling(processor) }
        let io = processor.middleware.handle(action: action, from: source, state: processor.getState)
        #if DEBUG
        reportIfUnhandled(action)
        #endif
        guard !isObserved, !processor.hasLinks else {
            return processObserved(action, from: source, running: io, in: processor)
        }
        // Nobody has to be called in between, so one lock serves for the state and for the next step.
        if io.isPure { return reduce(action, answering: nil, in: processor) }
        guard io.isAnswer else {
            if contents.withLock({ $0.reduce(action, by: reducer, in: processor) }) { processor.notify() }
            io.run(processor.output)
            return .proceed
        }
        let answer = io.takeAnswer()
        return reduce(action, answering: answer, in: processor)
    }

    /// The rest of `process` where somebody observes the processing, or waits for the action.
    @inlinable @inline(never) func processObserved(
        _ action: ActionType,
        from source: ActionSource,
        running io: consuming IO<ActionType>,
        in processor: Processor<ActionType, StateType>
    ) -> NextStep {
        processor.notifyOfPhase(.reducing)
        if contents.withLock({ $0.reduce(action, by: reducer, in: processor) }) {
            processor.notifyOfPhase(.notifying)
            processor.notify()
        }
        if processor.hasLinks { processor.releaseLinks() }
        processor.runObserved(io, from: source)
        return .proceed
    }

    /// Notifies the watch of an action that the middlewares are about to handle.
    @inlinable func notifyOfHandling(_ processor: Processor<ActionType, StateType>) {
        let observers = unsafe processor.observers.pointee
        guard unsafe observers?._withUnsafeGuaranteedRef({ $0.hasPhaseObserver }) == true else { return }
        // Only who processes changes these numbers, so no lock is needed to read them here.
        let (cause, task) = unsafe contents.value.pointee.originOfLast
        processor.notifyOfPhase(
            .handling(cause: cause == 0 ? nil : numericCast(cause), task: task == 0 ? nil : task)
        )
    }

    /// Reduces, notifies the observers, and finds the next step, for which it is locked once if
    /// nobody observes.
    @inlinable @inline(__always) func reduce(
        _ action: ActionType,
        answering answer: (any Answer<ActionType>)?,
        in processor: Processor<ActionType, StateType>
    ) -> NextStep {
        let step = contents.reduce(action, by: reducer, answering: answer, in: processor)
        guard case .notify = step else { return step }
        processor.notify()
        return contents.withLock { $0.next(processor, answering: answer) }
    }
}
