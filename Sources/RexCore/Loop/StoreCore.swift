// SPDX-License-Identifier: MIT

/// The loop of a store, which takes each action through its steps.
///
/// ```text
/// dispatch ── no middleware ──▶ reduceDirectly ── observers ──▶ notifyDirectly
///    │
///    ▼
///  enter ── already processing ──▶ the queue     (on another thread: the executor calls runScheduled)
///    │                               │
///    ▼                               ▼
///  drain ◀── next: the first action of the queue, or the answer to the last action
///    │
///    ▼
///  process: handle ─▶ reduce ─▶ notify ─▶ run        one action, then back to drain
/// ```
///
/// ``StoreContents`` decides under the lock and returns a ``NextStep``. The loop then takes that
/// step without the lock. Action and notice are passed in mailboxes of the ``Processor``, plain
/// memory that one thread at a time uses. Returned values would be copied, which costs 25 ns per
/// action, and 2 µs in debug builds.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the
/// store closes it. Closing breaks the reference cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let contents: Lock<StoreContents<ActionType, StateType>>
    @usableFromInline let reducer: Reducer<ActionType, StateType>
    @usableFromInline let executor: StoreExecutor
    @usableFromInline let environment: StoreEnvironment
    @usableFromInline let registrations = StoreRegistrations()
    /// Whether a middleware handles the actions.
    @usableFromInline let hasMiddleware: Bool
    /// Whether an action may need to be told that no middleware has handled it.
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
        // The dynamic type behind an existential or a class differs per action. Neither of them is
        // trivial (POD).
        mayReport = ActionType.self is any ActionForMiddleware.Type || !_isPOD(ActionType.self)
    }

    /// Processes an action, or adds it to the queue.
    ///
    /// The entry point of the loop.
    @inlinable func dispatch(_ action: consuming DispatchedAction<ActionType>) {
        if !reduceDirectly(action.action) { enter(action) }
    }

    /// Reduces the action and notifies the observers, if nothing else is needed.
    ///
    /// Returns whether it did.
    @inlinable func reduceDirectly(_ action: ActionType) -> Bool {
        // An action without a handler may need a warning, which only the full loop gives.
        #if DEBUG
        guard type(of: action) == ActionType.self else { return false }
        #endif
        // Releasing an action with references may run a deinit that dispatches, so the full loop
        // releases it.
        guard !hasMiddleware, executor.mayProcessHere, _isPOD(ActionType.self) else { return false }
        var processor: Unmanaged<Processor<ActionType, StateType>>?
        let step = contents.withLock { contents in
            unsafe processor = contents.processor
            return contents.reduceDirectly(action, by: reducer)
        }
        if step == .notify { unsafe processor?._withUnsafeGuaranteedRef(notifyDirectly) }
        return step != .process
    }

    /// Notifies the observers after `reduceDirectly`, then processes the actions dispatched
    /// meanwhile.
    @inlinable func notifyDirectly(_ processor: Processor<ActionType, StateType>) {
        processor.notify()
        let processor = unsafe contents.withLock { unsafe $0.processorUnlessIdle() }
        unsafe processor?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
    }

    /// Queues the action.
    ///
    /// Processes the queue if no thread does and this thread may.
    @inlinable @inline(never) func enter(_ action: consuming ActionType, from source: consuming ActionSource) {
        var processor: Unmanaged<Processor<ActionType, StateType>>?
        let mayProcess = executor.mayProcessHere
        let step = unsafe contents.accept(action, from: source, mayProcess: mayProcess, finding: &processor)
        unsafe begin(step, processor)
    }

    /// Enters an action that is already paired with its source.
    ///
    /// Taking the pair apart would copy the source.
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

    /// Drops the queue.
    ///
    /// The actions are released after unlocking.
    @usableFromInline func drop() {
        _ = contents.withLock { $0.takeQueue() }
    }

    @inlinable func runScheduled() {
        let processor = unsafe contents.withLock { unsafe $0.beginScheduled() }
        unsafe processor?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
    }

    /// Takes one step after the other until the queue is empty.
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

    /// Processes the action in the slot, unless it was revoked while it was queued.
    @inlinable @inline(never) func processUnlessRevoked(_ processor: Processor<ActionType, StateType>) -> NextStep {
        let (isThere, task) = unsafe processor.slot.dropIfRevoked(
            keeping: processor.links,
            noting: processor.output,
            // Only the processing thread changes it, so reading it here needs no lock.
            cause: contents.value.pointee.last.cause
        )
        guard isThere else { return .proceed }
        if let number = task?.number { contents.withLock { $0.lastOfTask = ($0.last.number, number) } }
        task?.beginProcessing()
        defer { task?.endProcessing() }
        return process(processor.slot.takeAction(), from: processor.slot.takeSource(), in: processor)
    }

    /// Processes one action: the middlewares handle it, the reducer changes the state, the
    /// observers are notified, and the `IO` of the middlewares runs.
    ///
    /// The phase stays `.processing` until the action is released, since its deinit may dispatch.
    ///
    /// - Returns: The next step.
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
        // No user code runs in between, so the reduction and the next step share one locking.
        if io.isPure { return reduce(action, answering: nil, in: processor) }
        guard io.isAnswer else {
            if contents.withLock({ $0.reduce(action, by: reducer, in: processor) }) { processor.notify() }
            io.run(processor.output)
            return .proceed
        }
        let answer = io.takeAnswer()
        return reduce(action, answering: answer, in: processor)
    }

    /// Continues `process` if the processing has observers or a task waits for the action.
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

    /// Tells the observers of the processing that the middlewares are about to handle an action.
    @inlinable func notifyOfHandling(_ processor: Processor<ActionType, StateType>) {
        let observers = unsafe processor.observers.pointee
        guard unsafe observers?._withUnsafeGuaranteedRef({ $0.hasPhaseObserver }) == true else { return }
        // Only the processing thread changes these numbers, so reading them here needs no lock.
        let (cause, task) = unsafe contents.value.pointee.originOfLast
        processor.notifyOfPhase(
            .handling(cause: cause == 0 ? nil : numericCast(cause), task: task == 0 ? nil : task)
        )
    }

    /// Reduces the action, notifies the observers, and finds the next step.
    ///
    /// Without observers it locks once.
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
