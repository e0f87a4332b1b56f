// SPDX-License-Identifier: MIT

/// What the threads that use a store share: the state, the actions that wait, and who is processing.
///
/// It decides and does nothing itself, so that no code of the user, the reducer aside, runs while it is locked.
@usableFromInline struct Shared<ActionType, StateType>: ~Copyable {
    /// Whether someone processes.
    @usableFromInline enum Phase: Sendable {
        /// Nobody; nothing waits.
        case idle
        /// Nobody yet: the executor was asked to.
        case scheduled
        /// A thread does, and takes whatever is added to the queue.
        case processing
        /// The store is gone.
        case closed
    }

    /// What a thread has to do that has brought an action.
    @usableFromInline enum Duty {
        /// To process what is in the slot, and then what waits.
        case process(Unmanaged<Pipeline<ActionType, StateType>>)
        /// To ask the executor to.
        case schedule
        /// Nothing; the action waits.
        case nothing
        /// To drop what waits, since the store is gone.
        case drop
    }

    /// What the thread that processes has to do next.
    @usableFromInline enum Step: Sendable {
        case process
        /// Take the next step, now that the last action is released.
        case proceed
        /// Do what is to be done for the observers, apart from notices.
        case tidy
        case callBack
        /// Stop; those who wait for the store to settle are to be called.
        case settle
        case stop
        /// Stop, and let go of the pipeline, since the store is gone.
        case end
    }

    struct Remains: ~Copyable {
        let pipeline: Pipeline<ActionType, StateType>?
        let waiting: Queue<DispatchedAction<ActionType>>
        let observers: [ObserverList<StateType>.Observer]
        let retired: [AnyObject]
        let whenIdle: [@Sendable () -> Void]
        let whenSettled: [@Sendable () -> Void]
        let tasks: [StoreTask]
        let whenEnded: [@Sendable () -> Void]
    }

    // What a store without middlewares touches for each action comes first; see `Lock`.
    @usableFromInline var state: StateType
    @usableFromInline var phase: Phase
    /// Retained; not a reference, which would be retained once more for each action.
    @usableFromInline var pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
    @usableFromInline var observers: ObserverList<StateType>
    @usableFromInline var waiting: Queue<DispatchedAction<ActionType>>
    /// The number of the action that was taken out last, and that of the action which caused it, or 0.
    @usableFromInline var last: (number: UInt64, cause: UInt64) = (0, 0)
    @usableFromInline var whenIdle: [@Sendable () -> Void]
    /// To be called when nobody processes any more, unlike those for which nothing may wait.
    @usableFromInline var whenSettled: [@Sendable () -> Void]
    @usableFromInline var whenEnded: [@Sendable () -> Void]
    /// The tasks of the store that still run.
    @usableFromInline var tasks: [ObjectIdentifier: StoreTask] = [:]

    /// What counts as being processed until ``next(_:)`` or ``pause()`` says otherwise.
    @inlinable init(state: StateType) {
        self.state = state
        observers = ObserverList()
        phase = .processing
        waiting = Queue()
        whenIdle = []
        whenSettled = []
        whenEnded = []
    }

    /// What it takes to go on; nil if there is nothing left to do, and nobody processes any more.
    @inlinable mutating func pipelineUnlessQuiet() -> Unmanaged<Pipeline<ActionType, StateType>>? {
        guard phase == .processing, waiting.isEmpty, whenIdle.isEmpty, whenSettled.isEmpty, !observers.isUntidy else {
            return pipeline
        }
        phase = .idle
        return nil
    }

    /// Takes an action from a thread that may process.
    @inlinable mutating func begin(with action: consuming DispatchedAction<ActionType>) -> Duty {
        guard phase == .idle || phase == .scheduled, let pipeline else {
            waiting.append(action)
            return phase == .closed ? .drop : .nothing
        }
        phase = .processing
        pass(action, to: pipeline._withUnsafeGuaranteedRef { $0.slot })
        return .process(pipeline)
    }

    /// Takes an action from a thread that may not process.
    @inlinable mutating func schedule(_ action: consuming DispatchedAction<ActionType>) -> Duty {
        waiting.append(action)
        guard phase == .idle else { return phase == .closed ? .drop : .nothing }
        phase = .scheduled
        return .schedule
    }

    /// What waits, to be released when the lock is free.
    @usableFromInline mutating func takeWaiting() -> Queue<DispatchedAction<ActionType>> {
        var waiting = Queue<DispatchedAction<ActionType>>()
        swap(&waiting, &self.waiting)
        return waiting
    }

    /// Puts `action` at the end of the queue and the first of the queue into `slot`.
    @inlinable mutating func pass(
        _ action: consuming DispatchedAction<ActionType>,
        to slot: UnsafeMutablePointer<DispatchedAction<ActionType>>
    ) {
        if waiting.isEmpty {
            slot.initialize(to: action)
        } else {
            waiting.append(action)
            slot.initialize(to: waiting.removeFirst())
        }
        number(slot)
    }

    /// Gives the action in the slot its number; until here its source had that of the action which it answers.
    @inlinable mutating func number(_ slot: UnsafeMutablePointer<DispatchedAction<ActionType>>) {
        let mark = slot.pointee.source.mark
        last = (last.number + 1, mark & ActionSource.numbers)
        slot.pointee.source.mark = mark - last.cause + last.number
    }

    /// The number of the action that caused the one with this number, if that is the last one.
    @usableFromInline func cause(of number: UInt64) -> UInt64 { number == last.number ? last.cause : 0 }

    /// The pipeline, unless someone has processed meanwhile.
    @inlinable mutating func beginScheduled() -> Unmanaged<Pipeline<ActionType, StateType>>? {
        guard phase == .scheduled else { return nil }
        phase = .processing
        return pipeline
    }

    /// Leaves what waits to the executor; whether it has to be asked.
    @inlinable mutating func pause() -> Bool {
        guard phase == .processing else { return false }
        phase = waiting.isEmpty && whenIdle.isEmpty && !observers.isUntidy ? .idle : .scheduled
        return phase == .scheduled
    }

    /// What the thread that processes has to do next; if that is nothing, it processes no more.
    ///
    /// - Parameter slot: gets the action to process, if that is to be done.
    @inlinable mutating func next(_ slot: UnsafeMutablePointer<DispatchedAction<ActionType>>) -> Step {
        guard phase == .processing else { return .end }
        guard !observers.isUntidy else { return .tidy }
        guard waiting.isEmpty else {
            slot.initialize(to: waiting.removeFirst())
            number(slot)
            return .process
        }
        guard whenIdle.isEmpty else { return .callBack }
        phase = .idle
        return whenSettled.isEmpty || !tasks.isEmpty ? .stop : .settle
    }

    /// What the thread that processes has to do next, once `answer` has got its place in the queue.
    @inlinable mutating func next(
        _ slot: UnsafeMutablePointer<DispatchedAction<ActionType>>,
        after answer: consuming DispatchedAction<ActionType>
    ) -> Step {
        guard phase == .processing else { return .end }
        pass(answer, to: slot)
        return .process
    }

    /// What the thread that observes has to give a pending observer next; nil once it need not care any more.
    mutating func nextState(for observer: ObserverList<StateType>.Observer) -> StateType? {
        observers.nextOfPending(observer, isProcessing: phase == .processing || phase == .scheduled)
    }

    /// Takes an observer off the list; what is given out is to be released when the lock is free.
    mutating func removeObserver(_ id: Int) -> [AnyObject] {
        observers.remove(id, isProcessing: phase == .processing || pipeline != nil && phase == .closed)
    }

    @usableFromInline mutating func takeWhenIdle() -> [@Sendable () -> Void] {
        defer { whenIdle = [] }
        return whenIdle
    }

    @usableFromInline mutating func takeWhenSettled() -> [@Sendable () -> Void] {
        defer { whenSettled = [] }
        return whenSettled
    }

    /// The pipeline, to be released when the lock is free.
    mutating func takePipeline() -> Pipeline<ActionType, StateType>? {
        pipeline.take()?.takeRetainedValue()
    }

    /// Whether nothing waits or is processed; if something is, `body` is kept for the time when it no longer is.
    mutating func isIdle(orLater body: @escaping @Sendable () -> Void) -> Bool {
        switch phase {
        case .idle, .closed: return true
        case .scheduled, .processing:
            whenIdle.append(body)
            return false
        }
    }

    /// Whether the store is there, so that the task is one of it.
    mutating func addTask(_ task: StoreTask) -> Bool {
        guard phase != .closed else { return false }
        tasks[ObjectIdentifier(task)] = task
        return true
    }

    /// Forgets a task that has ended; what is to be called if that was the last thing that was waited for.
    mutating func removeTask(_ task: StoreTask) -> [@Sendable () -> Void] {
        tasks[ObjectIdentifier(task)] = nil
        return tasks.isEmpty && phase == .idle ? takeWhenSettled() : []
    }

    /// Whether nobody processes or is about to, and no task runs; if someone does, `body` is kept for the time when it no longer is so.
    @usableFromInline mutating func isSettled(orLater body: @escaping @Sendable () -> Void) -> Bool {
        guard phase == .processing || phase == .scheduled || !tasks.isEmpty else { return true }
        whenSettled.append(body)
        return false
    }

    /// Whether the store is gone; if not, `body` is kept for that time.
    mutating func isClosed(orLater body: @escaping @Sendable () -> Void) -> Bool {
        guard phase != .closed else { return true }
        whenEnded.append(body)
        return false
    }

    /// Ends everything; what was held is given out, to be notified and released when the lock is free.
    mutating func close() -> Remains {
        let isProcessing = phase == .processing
        let pipeline = isProcessing ? nil : takePipeline()
        let observers = observers.removeAll()
        defer {
            phase = .closed
            whenIdle = []
            whenEnded = []
            tasks = [:]
        }
        return Remains(
            pipeline: pipeline,
            waiting: takeWaiting(),
            observers: observers,
            retired: isProcessing ? [] : self.observers.takeRetired(),
            whenIdle: whenIdle,
            whenSettled: takeWhenSettled(),
            tasks: Array(tasks.values),
            whenEnded: whenEnded
        )
    }
}

@available(*, unavailable)
extension Shared: Sendable {}

@available(*, unavailable)
extension Shared.Duty: Sendable {}
