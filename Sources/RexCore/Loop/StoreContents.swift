// SPDX-License-Identifier: MIT

/// The shared part of a store: the state, the actions that wait, and who is processing.
///
/// It decides and does nothing itself, so that no code of the user, the reducer aside, runs while
/// it is locked. It keeps the processor itself, from `start` of the core until ``takeProcessor()``,
/// which is what makes the reference safe.
@safe @usableFromInline struct StoreContents<ActionType, StateType>: ~Copyable {
    /// The contents of a store that has ended, to be notified, called and released when the lock is
    /// free.
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

    // First comes what a store without middlewares touches for each action; see `Lock`.
    @usableFromInline var state: StateType
    @usableFromInline var phase: Phase
    /// Retained; not a reference, which would be retained once more for each action.
    @usableFromInline var processor: Unmanaged<Processor<ActionType, StateType>>?
    @usableFromInline var observers: ObserverList<StateType>
    @usableFromInline var queue: Queue<DispatchedAction<ActionType>>
    /// The number of the action that was taken out last, with the bit of the notices, and that of
    /// its cause, or 0.
    @usableFromInline var last: (number: UInt64, cause: UInt64) = (0, 0)
    /// The number of the last action that a task has sent, and that of the task.
    @usableFromInline var lastOfTask: (number: UInt64, task: Int) = (0, 0)
    @usableFromInline var whenIdle: [Callback]
    /// To be called when nobody processes any more, unlike those for which nothing may wait.
    @usableFromInline var whenSettled: [Callback]
    @usableFromInline var whenEnded: [Callback]
    @usableFromInline var tasks = StoreTasks()
    /// The place where tasks are cancelled; known once there was one.
    @usableFromInline var cancellationExecutor: CancellationExecutor?
    @usableFromInline var taskObservers: [@Sendable (StoreTask) -> Void] = []
    /// The observers of reductions that the processor does not have yet.
    @usableFromInline var reductionObservers: [@Sendable (ActionSource?) -> Void] = []
    /// The bit of the mark that says that somebody observes the notices, or 0.
    @usableFromInline var noticesBit: UInt64 = 0
    /// True once the middlewares have their context.
    @usableFromInline var hasBegun = false

    /// Makes contents that count as being processed until ``next(_:)`` or ``pause()``.
    @inlinable init(state: StateType) {
        self.state = state
        observers = ObserverList()
        phase = .processing
        queue = Queue()
        whenIdle = []
        whenSettled = []
        whenEnded = []
    }

    /// Returns the processor to proceed with; nil if nothing is left to do, and then nobody
    /// processes any more.
    @inlinable mutating func processorUnlessIdle() -> Unmanaged<Processor<ActionType, StateType>>? {
        guard phase == .processing, queue.isEmpty, whenIdle.isEmpty, whenSettled.isEmpty, !observers.needsUpdate else {
            return unsafe processor
        }
        phase = .idle
        return nil
    }

    /// Reduces if nobody processes, and says whether observers are to be notified; `.process` if
    /// the action has to wait.
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

    /// Reduces; whether observers are to be notified.
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

    /// Accepts an action from a thread that may process, or may not.
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

    /// Accepts an action that is a pair with its source.
    @inlinable mutating func accept(_ action: consuming DispatchedAction<ActionType>, mayProcess: Bool) -> NextStep {
        queue.append(action)
        guard let slot = slotToProcess(mayProcess: mayProcess) else { return nextAfterQueuing(mayProcess: mayProcess) }
        passFirst(to: slot)
        return .process
    }

    /// The empty slot, for the thread that begins to process with this; nil if it may not, or
    /// another one does.
    @inlinable @inline(__always) mutating func slotToProcess(mayProcess: Bool) -> ActionSlot<ActionType>? {
        switch phase {
        case .processing, .closed: return nil
        case .idle, .scheduled:
            guard mayProcess, let processor = unsafe processor else { return nil }
            phase = .processing
            return unsafe processor._withUnsafeGuaranteedRef { $0.slot }
        }
    }

    /// Returns the next step of a thread that has put an action into the queue and does not
    /// process.
    @inlinable @inline(__always) mutating func nextAfterQueuing(mayProcess: Bool) -> NextStep {
        guard !mayProcess, phase == .idle else { return phase == .closed ? .drop : .stop }
        phase = .scheduled
        return .schedule
    }

    /// Takes out all waiting actions, to be released when the lock is free.
    @usableFromInline mutating func takeQueue() -> Queue<DispatchedAction<ActionType>> {
        var queue = Queue<DispatchedAction<ActionType>>()
        swap(&queue, &self.queue)
        return queue
    }

    /// Puts `action` at the end of the queue and the first of the queue into the slot of the
    /// processor.
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

    /// Puts an action into the queue; apart, like ``passFirst(to:)``, so that one that need not
    /// wait is not laid out as a pair.
    @inlinable mutating func enqueue(_ action: consuming ActionType, from source: consuming ActionSource) {
        queue.append(DispatchedAction(action, dispatcher: source))
    }

    /// Takes the first action out of the queue and puts it into the slot of the processor.
    @inlinable mutating func passFirst(to slot: ActionSlot<ActionType>) {
        slot.put(queue.removeFirst())
        number(slot)
    }

    /// Numbers the action in the slot, whose source had the number of the action which it answers.
    @inlinable mutating func number(_ slot: ActionSlot<ActionType>) {
        let tag = slot.tag
        last = (last.number + 1, tag & ActionSource.numbers)
        if last.number & (ActionSource.rangeOfNumbers - 1) == 0 {
            last.number = takeRangeOfNumbers() + 1 | noticesBit
        }
        slot.tag = tag & ~(ActionSource.oneRevocation - 1) | last.number
    }

    /// The numbers of the action that caused the one with this number, and of the task that sent
    /// it, if that is the last one.
    @usableFromInline func origin(of number: UInt64) -> (cause: UInt64, task: Int) {
        number == last.number & ActionSource.numbers ? originOfLast : (0, 0)
    }

    @inlinable var originOfLast: (cause: UInt64, task: Int) {
        (last.cause, last.number == lastOfTask.number ? lastOfTask.task : 0)
    }

    /// The processor, unless someone has processed meanwhile.
    @inlinable mutating func beginScheduled() -> Unmanaged<Processor<ActionType, StateType>>? {
        guard phase == .scheduled else { return nil }
        phase = .processing
        return unsafe processor
    }

    /// True if an action waits for the one that is processed.
    @usableFromInline var hasNext: Bool { phase == .processing && !queue.isEmpty }

    /// Leaves what waits to the executor, before anyone else has the store; whether it has to be
    /// called.
    @inlinable mutating func pause() -> Bool {
        phase = queue.isEmpty && whenIdle.isEmpty && !observers.needsUpdate ? .idle : .scheduled
        return phase == .scheduled
    }

    /// Returns the next step of the thread that processes; if there is none, it processes no more.
    ///
    /// - Parameter processor: gets the action to process into its slot, if that is to be done.
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

    /// Returns the next step of the thread that processes, once an answer has its place in the
    /// queue.
    ///
    /// Without one that is to release the action, if there is something to release.
    @inlinable @inline(__always) mutating func next(
        _ processor: Processor<ActionType, StateType>,
        answering answer: (any Answer<ActionType>)?
    ) -> NextStep {
        guard let answer else { return _isPOD(ActionType.self) ? next(processor) : .proceed }
        guard case .processing = phase else { return .end }
        pass(answer.action, from: ActionSource(answer, tag: answer.tag), to: processor.slot)
        return .process
    }

    /// Returns the state that the observing thread passes to a pending observer next; nil once
    /// others do.
    mutating func nextState(for observer: ObserverList<StateType>.Observer) -> StateType? {
        observers.nextOfPending(observer, isProcessing: phase == .processing || phase == .scheduled)
    }

    /// Takes an observer off the list; what is returned is to be released when the lock is free.
    mutating func removeObserver(_ id: Int) -> [AnyObject] {
        let hasProcessor = unsafe processor != nil
        return observers.remove(id, isProcessing: phase == .processing || phase == .closed && hasProcessor)
    }

    @inlinable mutating func takeWhenIdle() -> [Callback] {
        defer { whenIdle = [] }
        return whenIdle
    }

    /// The processor, to be released when the lock is free.
    mutating func takeProcessor() -> Processor<ActionType, StateType>? {
        unsafe processor.take()?.takeRetainedValue()
    }

    /// Returns true if nothing waits or is processed; otherwise keeps `body` until that is so.
    @inlinable mutating func isIdle(orLater body: @escaping @Sendable () -> Void) -> Bool {
        switch phase {
        case .idle, .closed: return true
        case .scheduled, .processing:
            whenIdle.append(Callback(call: body))
            return false
        }
    }

    /// Adds an observer of the processing, which has not begun; false if it has.
    @usableFromInline mutating func addProcessingObserver(_ observer: @escaping (ProcessingMoment) -> Void) -> Bool {
        guard !hasBegun else { return false }
        unsafe processor?._withUnsafeGuaranteedRef { $0.observe(observer) }
        return true
    }

    /// Adds an observer of the reductions; what is to be done so that the processor gets it, or nil
    /// before the first action.
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

    /// Returns the observers of reductions that came before the first action.
    @usableFromInline mutating func beginReductionObservers() -> [@Sendable (ActionSource?) -> Void] {
        hasBegun = true
        return takeReductionObservers()
    }

    @usableFromInline mutating func takeReductionObservers() -> [@Sendable (ActionSource?) -> Void] {
        defer { reductionObservers = [] }
        return reductionObservers
    }

    /// Returns true if the store is gone; otherwise keeps `body` for that time.
    @inlinable mutating func isClosed(orLater body: @escaping @Sendable () -> Void) -> Bool {
        guard phase != .closed else { return true }
        whenEnded.append(Callback(call: body))
        return false
    }

    /// Ends everything; what was held is returned, to be notified and released when the lock is
    /// free.
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

/// The steps that each action takes under the lock. Where code is not specialised, a closure would
/// look up a type which the lock has at hand.
extension Lock where Value: ~Copyable {
    /// Accepts an action from a thread that may process, or may not; with the processor, for the
    /// case that it is to process.
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

    /// Reduces, and says what has to be done next; that is to notify the observers, if there are
    /// any.
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
