// SPDX-License-Identifier: MIT

/// The shared data of a store: its state, its queue and the phase of its loop.
///
/// It decides what to do next, and does nothing itself. So the reducer is the only user code that
/// runs under the lock. It retains the workspace from `StoreCore.start` until ``takeWorkspace()``,
/// which makes the unmanaged reference safe.
@safe @usableFromInline struct StoreContents<ActionType, StateType>: ~Copyable {
    // First the properties that a store without middlewares uses for each action; see `Lock`. The
    // state is not the first one: for ThreadSanitizer, each locking changes the start of the value,
    // and the processing thread reads the state without a lock.
    @usableFromInline var phase: Phase
    @usableFromInline var state: StateType
    /// A retained pointer: a reference would be retained once more for each action.
    @usableFromInline var workspace: Unmanaged<LoopWorkspace<ActionType, StateType>>?
    @usableFromInline var observers: ObserverList<StateType>
    @usableFromInline var queue: Queue<DispatchedAction<ActionType>>
    @usableFromInline var numbers = ActionNumbers()
    @usableFromInline var waiters = Waiters()
    @usableFromInline var tasks = StoreTasks()
    /// New observers of reductions, which the workspace doesn't have yet.
    @usableFromInline var reductionObservers: [ReductionObserver] = []
    /// The observers of events.
    @usableFromInline var hook = StoreHook()
    /// Whether the middlewares have got their context.
    @usableFromInline var hasBegun = false
    #if DEBUG
    /// The runs that the action begins which is being processed.
    @usableFromInline var unhandledRuns: UnhandledRuns?
    /// The reports of unhandled runs and presentations, each once.
    var reported: Set<String> = []
    #endif

    /// Creates contents in the phase `.processing`, which lasts until ``next(_:)`` or ``pause()``.
    @inlinable init(state: StateType) {
        phase = .processing
        self.state = state
        observers = ObserverList()
        queue = Queue()
    }

    /// Returns the next step of the processing thread.
    ///
    /// Ends the processing if there is nothing to do.
    ///
    /// - Parameter workspace: Gets the next action into its slot, if the step is `.process`.
    @inlinable mutating func next(_ workspace: LoopWorkspace<ActionType, StateType>) -> NextStep {
        guard case .processing = phase else { return .end }
        guard !observers.needsUpdate else { return .updateObservers }
        guard queue.count == 0 else {
            moveFirst(to: workspace.slot)
            return .process
        }
        guard waiters.idle.count == 0 else { return .callIdleWaiters }
        phase = .idle
        return waiters.settled.count == 0 || !tasks.isEmpty ? .stop : .settle
    }

    /// Applies the reducer to the state.
    ///
    /// - Parameter workspace: Gets the notice for the observers.
    /// - Returns: Whether there are observers to notify.
    @inlinable mutating func apply(
        _ action: ActionType,
        by reducer: Reducer<ActionType, StateType>,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) -> Bool {
        #if DEBUG
        UnhandledRuns.collect(in: unhandledRuns) { reducer.reduce(action, &state) }
        #else
        reducer.reduce(action, &state)
        #endif
        guard observers.count > 0 else { return false }
        prepareNotice(workspace)
        return true
    }

    @inlinable mutating func prepareNotice(_ workspace: LoopWorkspace<ActionType, StateType>) {
        unsafe workspace.notice.pointee = observers.notice(of: state)
    }

    /// Begins to process what the executor was asked to process.
    ///
    /// Returns nil if another thread has processed it meanwhile.
    @inlinable mutating func beginScheduled() -> Unmanaged<LoopWorkspace<ActionType, StateType>>? {
        guard phase == .scheduled else { return nil }
        phase = .processing
        return unsafe workspace
    }

    /// Whether an action is queued behind the current one.
    @usableFromInline var hasNext: Bool { phase == .processing && !queue.isEmpty }

    /// Stops processing before the queue is empty.
    ///
    /// Returns whether the executor has to continue.
    @inlinable mutating func pause() -> Bool {
        phase = queue.isEmpty && waiters.idle.isEmpty && !observers.needsUpdate ? .idle : .scheduled
        return phase == .scheduled
    }

    /// Removes all actions from the queue.
    ///
    /// The caller releases them after unlocking.
    @usableFromInline mutating func takeQueue() -> Queue<DispatchedAction<ActionType>> {
        var queue = Queue<DispatchedAction<ActionType>>()
        swap(&queue, &self.queue)
        return queue
    }

    /// Takes the workspace out.
    ///
    /// The caller releases it after unlocking.
    mutating func takeWorkspace() -> LoopWorkspace<ActionType, StateType>? {
        unsafe workspace.take()?.takeRetainedValue()
    }
}

/// The phase of a store's loop.
@usableFromInline enum Phase: Sendable {
    /// No thread is processing, and the queue is empty.
    case idle
    /// No thread is processing yet; the executor has been asked to.
    case scheduled
    /// A thread is processing, and will take all actions that are added to the queue.
    case processing
    /// The store has ended.
    case closed
}

/// The next step of the thread that processes the queue of a store.
@usableFromInline enum NextStep: Sendable {
    /// Process the action in the slot.
    case process
    /// Find the next step, after the last action was released.
    case findNext
    /// Pass on backlogs, take in new observers, and release removed ones.
    case updateObservers
    /// Call the functions that wait for the store to become idle.
    case callIdleWaiters
    /// Stop, and call the functions that wait for the store to settle.
    case settle
    /// Stop: the store is idle.
    case stop
    /// Stop, and release the middlewares: the store has ended.
    case end
}

@available(*, unavailable)
extension StoreContents: Sendable {}
