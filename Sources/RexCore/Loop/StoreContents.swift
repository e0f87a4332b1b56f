// SPDX-License-Identifier: MIT

/// The shared data of a store: its state, its queue and the phase of its loop.
///
/// It decides what to do next, and does nothing itself. So the reducer is the only user code that
/// runs under the lock. It retains the processor from `StoreCore.start` until ``takeProcessor()``,
/// which makes the unmanaged reference safe.
@safe @usableFromInline struct StoreContents<ActionType, StateType>: ~Copyable {
    /// The contents of a store that has ended, to notify, call and release after unlocking.
    struct Leftovers: ~Copyable {
        let processor: Processor<ActionType, StateType>?
        let queue: Queue<DispatchedAction<ActionType>>
        let observers: [ObserverList<StateType>.Observer]
        let retired: [AnyObject]
        let whenIdle: [Callback]
        let whenSettled: [Callback]
        let tasks: [StoreTask]
        let cancellationExecutor: CancellationExecutor?
        let taskObservers: [@Sendable (StoreTask) -> Void]
        let whenEnded: [Callback]
    }

    // First the properties that a store without middlewares uses for each action; see `Lock`.
    @usableFromInline var state: StateType
    @usableFromInline var phase: Phase
    /// A retained pointer: a reference would be retained once more for each action.
    @usableFromInline var processor: Unmanaged<Processor<ActionType, StateType>>?
    @usableFromInline var observers: ObserverList<StateType>
    @usableFromInline var queue: Queue<DispatchedAction<ActionType>>
    /// The number of the latest action taken from the queue, with the notices flag, and the number
    /// of its cause, or 0.
    @usableFromInline var last: (number: UInt64, cause: UInt64) = (0, 0)
    /// The number of the latest action that a task has sent, and the number of the task.
    @usableFromInline var lastOfTask: (number: UInt64, task: Int) = (0, 0)
    @usableFromInline var whenIdle: [Callback]
    /// Called when the loop has stopped and no task runs.
    ///
    /// `whenIdle` doesn't wait for tasks.
    @usableFromInline var whenSettled: [Callback]
    @usableFromInline var whenEnded: [Callback]
    @usableFromInline var tasks = StoreTasks()
    /// The executor that cancels tasks when the store ends; nil before the first task.
    @usableFromInline var cancellationExecutor: CancellationExecutor?
    @usableFromInline var taskObservers: [@Sendable (StoreTask) -> Void] = []
    /// New observers of reductions, which the processor doesn't have yet.
    @usableFromInline var reductionObservers: [@Sendable (ActionSource?) -> Void] = []
    /// The flag bit that is set while notices have observers, otherwise 0.
    @usableFromInline var noticesBit: UInt64 = 0
    /// Whether the middlewares have got their context.
    @usableFromInline var hasBegun = false

    /// Creates contents in the phase `.processing`, which lasts until ``next(_:)`` or ``pause()``.
    @inlinable init(state: StateType) {
        self.state = state
        observers = ObserverList()
        phase = .processing
        queue = Queue()
        whenIdle = []
        whenSettled = []
        whenEnded = []
    }

    /// Returns the processor if there is something left to do.
    ///
    /// Otherwise returns nil, and the store is idle.
    @inlinable mutating func processorUnlessIdle() -> Unmanaged<Processor<ActionType, StateType>>? {
        guard phase == .processing, queue.isEmpty, whenIdle.isEmpty, whenSettled.isEmpty, !observers.needsUpdate else {
            return unsafe processor
        }
        phase = .idle
        return nil
    }

    /// Reduces the action if the store is idle.
    ///
    /// Returns `.notify` if there are observers, and `.process` if the action must be queued.
    @inlinable mutating func reduceDirectly(
        _ action: ActionType,
        by reducer: Reducer<ActionType, StateType>
    ) -> NextStep {
        guard case .idle = phase else { return .process }
        reducer.reduce(action, &state)
        guard observers.count > 0, let processor = unsafe processor else { return .stop }
        phase = .processing
        unsafe processor._withUnsafeGuaranteedRef { prepareNotice($0) }
        return .notify
    }

    /// Reduces the action.
    ///
    /// Returns whether there are observers to notify.
    @inlinable mutating func reduce(
        _ action: ActionType,
        by reducer: Reducer<ActionType, StateType>,
        in processor: Processor<ActionType, StateType>
    ) -> Bool {
        reducer.reduce(action, &state)
        guard observers.count > 0 else { return false }
        prepareNotice(processor)
        return true
    }

    @inlinable mutating func prepareNotice(_ processor: Processor<ActionType, StateType>) {
        unsafe processor.notice.pointee = observers.notice(of: state)
    }

    /// Accepts an action.
    ///
    /// `mayProcess` tells whether the calling thread may process it.
    @inlinable mutating func accept(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        mayProcess: Bool
    ) -> NextStep {
        guard let slot = slotToProcess(mayProcess: mayProcess) else {
            enqueue(action, from: source)
            return nextAfterQueuing(mayProcess: mayProcess)
        }
        pass(action, from: source, to: slot)
        return .process
    }

    /// Accepts an action that is already paired with its source.
    @inlinable mutating func accept(_ action: consuming DispatchedAction<ActionType>, mayProcess: Bool) -> NextStep {
        queue.append(action)
        guard let slot = slotToProcess(mayProcess: mayProcess) else { return nextAfterQueuing(mayProcess: mayProcess) }
        passFirst(to: slot)
        return .process
    }

    /// Returns the empty slot if the calling thread starts processing.
    ///
    /// Returns nil if it may not, or if another thread is processing.
    @inlinable @inline(__always) mutating func slotToProcess(mayProcess: Bool) -> ActionSlot<ActionType>? {
        switch phase {
        case .processing, .closed: return nil
        case .idle, .scheduled:
            guard mayProcess, let processor = unsafe processor else { return nil }
            phase = .processing
            return unsafe processor._withUnsafeGuaranteedRef { $0.slot }
        }
    }

    /// Returns the next step of a thread that has queued an action and doesn't process.
    @inlinable @inline(__always) mutating func nextAfterQueuing(mayProcess: Bool) -> NextStep {
        guard !mayProcess, phase == .idle else { return phase == .closed ? .drop : .stop }
        phase = .scheduled
        return .schedule
    }

    /// Removes all actions from the queue.
    ///
    /// The caller releases them after unlocking.
    @usableFromInline mutating func takeQueue() -> Queue<DispatchedAction<ActionType>> {
        var queue = Queue<DispatchedAction<ActionType>>()
        swap(&queue, &self.queue)
        return queue
    }

    /// Appends `action` to the queue and moves the first action of the queue into the slot.
    @inlinable @inline(__always) mutating func pass(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        to slot: ActionSlot<ActionType>
    ) {
        if queue.count == 0 {
            slot.put(action, from: source)
            number(slot)
        } else {
            enqueue(action, from: source)
            passFirst(to: slot)
        }
    }

    /// Appends an action to the queue.
    ///
    /// A function of its own, as ``passFirst(to:)`` is: an action that needn't be queued is then
    /// never laid out as a pair.
    @inlinable mutating func enqueue(_ action: consuming ActionType, from source: consuming ActionSource) {
        queue.append(DispatchedAction(action, dispatcher: source))
    }

    /// Moves the first action of the queue into the slot.
    @inlinable mutating func passFirst(to slot: ActionSlot<ActionType>) {
        slot.put(queue.removeFirst())
        number(slot)
    }

    /// Gives the action in the slot its number.
    ///
    /// Until then, its source has the number of its cause.
    @inlinable mutating func number(_ slot: ActionSlot<ActionType>) {
        let tag = slot.tag
        last = (last.number + 1, tag & ActionSource.numbers)
        if last.number & (ActionSource.rangeOfNumbers - 1) == 0 {
            last.number = takeRangeOfNumbers() + 1 | noticesBit
        }
        slot.tag = tag & ~(ActionSource.oneRevocation - 1) | last.number
    }

    /// Returns the number of the cause of an action, and the number of the task that sent it.
    ///
    /// Returns zeros if `number` is not the latest action.
    @usableFromInline func origin(of number: UInt64) -> (cause: UInt64, task: Int) {
        number == last.number & ActionSource.numbers ? originOfLast : (0, 0)
    }

    @inlinable var originOfLast: (cause: UInt64, task: Int) {
        (last.cause, last.number == lastOfTask.number ? lastOfTask.task : 0)
    }

    /// Returns the processor, or nil if another thread has processed meanwhile.
    @inlinable mutating func beginScheduled() -> Unmanaged<Processor<ActionType, StateType>>? {
        guard phase == .scheduled else { return nil }
        phase = .processing
        return unsafe processor
    }

    /// Whether an action is queued behind the current one.
    @usableFromInline var hasNext: Bool { phase == .processing && !queue.isEmpty }

    /// Hands the queue to the executor before another thread can process it.
    ///
    /// Returns whether the executor has to be called.
    @inlinable mutating func pause() -> Bool {
        phase = queue.isEmpty && whenIdle.isEmpty && !observers.needsUpdate ? .idle : .scheduled
        return phase == .scheduled
    }

    /// Returns the next step of the processing thread.
    ///
    /// Ends the processing if there is nothing to do.
    ///
    /// - Parameter processor: Gets the next action into its slot, if the step is `.process`.
    @inlinable mutating func next(_ processor: Processor<ActionType, StateType>) -> NextStep {
        guard case .processing = phase else { return .end }
        guard !observers.needsUpdate else { return .updateObservers }
        guard queue.count == 0 else {
            passFirst(to: processor.slot)
            return .process
        }
        guard whenIdle.count == 0 else { return .callBack }
        phase = .idle
        return whenSettled.count == 0 || !tasks.isEmpty ? .stop : .settle
    }

    /// Queues the answer, and returns the next step of the processing thread.
    ///
    /// Without an answer, an action with references has to be released first; then the step is
    /// `.proceed`.
    @inlinable @inline(__always) mutating func next(
        _ processor: Processor<ActionType, StateType>,
        answering answer: (any Answer<ActionType>)?
    ) -> NextStep {
        guard let answer else { return _isPOD(ActionType.self) ? next(processor) : .proceed }
        guard case .processing = phase else { return .end }
        pass(answer.action, from: ActionSource(answer, tag: answer.tag), to: processor.slot)
        return .process
    }

    /// Returns the next state that the observing thread passes to a pending observer.
    ///
    /// Returns nil once the processing thread passes the states.
    mutating func nextState(for observer: ObserverList<StateType>.Observer) -> StateType? {
        observers.nextOfPending(observer, isProcessing: phase == .processing || phase == .scheduled)
    }

    /// Removes an observer.
    ///
    /// The caller releases the returned objects after unlocking.
    mutating func removeObserver(_ id: Int) -> [AnyObject] {
        let hasProcessor = unsafe processor != nil
        return observers.remove(id, isProcessing: phase == .processing || phase == .closed && hasProcessor)
    }

    @inlinable mutating func takeWhenIdle() -> [Callback] {
        defer { whenIdle = [] }
        return whenIdle
    }

    /// Takes the processor out.
    ///
    /// The caller releases it after unlocking.
    mutating func takeProcessor() -> Processor<ActionType, StateType>? {
        unsafe processor.take()?.takeRetainedValue()
    }

    /// Returns true if the store is idle.
    ///
    /// Otherwise keeps `body` until then.
    @inlinable mutating func isIdle(orLater body: @escaping @Sendable () -> Void) -> Bool {
        switch phase {
        case .idle, .closed: return true
        case .scheduled, .processing:
            whenIdle.append(Callback(call: body))
            return false
        }
    }

    /// Adds an observer of the processing.
    ///
    /// Returns false if the processing has already begun.
    @usableFromInline mutating func addProcessingObserver(_ observer: @escaping (ProcessingMoment) -> Void) -> Bool {
        guard !hasBegun else { return false }
        unsafe processor?._withUnsafeGuaranteedRef { $0.observe(observer) }
        return true
    }

    /// Adds an observer of reductions.
    ///
    /// Returns the step after which the processor has it, or nil before the first action.
    mutating func addReductionObserver(
        _ observer: @escaping @Sendable (ActionSource?) -> Void,
        mayProcess: Bool
    ) -> NextStep? {
        guard phase != .closed else { return .stop }
        reductionObservers.append(observer)
        guard hasBegun else { return nil }
        observers.needsUpdate = true
        guard mayProcess, phase == .idle || phase == .scheduled else { return nextAfterQueuing(mayProcess: mayProcess) }
        phase = .processing
        return .proceed
    }

    /// Returns the observers of reductions that were added before the first action.
    @usableFromInline mutating func beginReductionObservers() -> [@Sendable (ActionSource?) -> Void] {
        hasBegun = true
        return takeReductionObservers()
    }

    @usableFromInline mutating func takeReductionObservers() -> [@Sendable (ActionSource?) -> Void] {
        defer { reductionObservers = [] }
        return reductionObservers
    }

    /// Returns true if the store has ended.
    ///
    /// Otherwise keeps `body` until then.
    @inlinable mutating func isClosed(orLater body: @escaping @Sendable () -> Void) -> Bool {
        guard phase != .closed else { return true }
        whenEnded.append(Callback(call: body))
        return false
    }

    /// Ends everything.
    ///
    /// Returns the contents to notify, call and release after unlocking.
    mutating func close() -> Leftovers {
        let isProcessing = phase == .processing
        let processor = isProcessing ? nil : takeProcessor()
        let observers = observers.removeAll()
        defer {
            phase = .closed
            whenIdle = []
            whenEnded = []
            tasks = StoreTasks()
            cancellationExecutor = nil
            taskObservers = []
            reductionObservers = []
        }
        return Leftovers(
            processor: processor,
            queue: takeQueue(),
            observers: observers,
            retired: isProcessing ? [] : self.observers.takeRetired(),
            whenIdle: whenIdle,
            whenSettled: takeWhenSettled(),
            tasks: tasks.all.sorted { $0.number < $1.number },
            cancellationExecutor: cancellationExecutor,
            taskObservers: taskObservers,
            whenEnded: whenEnded
        )
    }
}

@available(*, unavailable)
extension StoreContents: Sendable {}

/// The steps of each action that need the lock. In unspecialised code, a closure would look up
/// types that the lock already has.
extension Lock where Value: ~Copyable {
    /// Accepts an action.
    ///
    /// `mayProcess` tells whether the calling thread may process it. `processor` gets the processor
    /// for that.
    @inlinable func accept<ActionType, StateType>(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        mayProcess: Bool,
        finding processor: inout Unmanaged<Processor<ActionType, StateType>>?
    ) -> NextStep where Value == StoreContents<ActionType, StateType> {
        lock()
        defer { unlock() }
        unsafe processor = value.pointee.processor
        return unsafe value.pointee.accept(action, from: source, mayProcess: mayProcess)
    }

    /// Reduces the action.
    ///
    /// Returns `.notify` if there are observers, otherwise the next step.
    @inlinable @inline(__always) func reduce<ActionType, StateType>(
        _ action: ActionType,
        by reducer: Reducer<ActionType, StateType>,
        answering answer: (any Answer<ActionType>)?,
        in processor: Processor<ActionType, StateType>
    ) -> NextStep where Value == StoreContents<ActionType, StateType> {
        lock()
        defer { unlock() }
        guard unsafe !value.pointee.reduce(action, by: reducer, in: processor) else { return .notify }
        return unsafe value.pointee.next(processor, answering: answer)
    }
}
