// SPDX-License-Identifier: MIT

/// The loop of a store, which takes each action through its steps.
///
/// ```text
/// enter(action):
///     source.admit() or return           // counts the action, if a task or an output has sent it
///     contents.admit(action)             // adds it to the queue
///     drain()                            // if no thread is processing, and this one may
///
/// drain():
///     repeat while contents.next() finds an action, or other work
///         process(action)
///
/// process(action):
///     report(action) and return          // if its sender has revoked it while it was queued
///     refuse(action) and return          // if its part of the state is gone
///     io = handle(action)                // the middlewares, with the old state
///     reduce(action)                     // the reducer, under the lock
///     notify()                           // the observers of the state
///     sender.actionDone()                // a task may finish with its last action
///     run(io)                            // what the middlewares do after the reducer
///     sender.complete()                  // the IO of its action has run
///
/// close():
///     reportSkipped(action)              // each one in the queue
///     drop(queue)
/// ```
///
/// An action that is not processed ends for its sender as well.
///
/// ``StoreContents`` decides under the lock, and the loop acts without the lock. The fast path is
/// in `StoreCore+FastPath.swift`: `dispatch` calls `enter` only if the fast path is not possible.
///
/// One step passes the next action and the new state to the next step in memory of the
/// ``LoopWorkspace``: the slot, and the notice to the observers. Only one thread at a time uses it.
/// Returned values would be copied, which costs 25 ns per action.
///
/// There are three kinds of observers: of the state (``ObserverList``), of reductions, which
/// middlewares use and which are called before the `IO`, and of the processing, which recorders use.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the
/// store closes it. Closing breaks the reference cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let contents: Lock<StoreContents<ActionType, StateType>>
    @usableFromInline let reducer: Reducer<ActionType, StateType>
    @usableFromInline let executor: StoreExecutor
    @usableFromInline let environment: StoreEnvironment
    /// Whether a middleware handles the actions.
    @usableFromInline let hasMiddleware: Bool
    /// Whether an action may be an ``ActionForMiddleware``, which reports in a debug build that no
    /// middleware has handled it.
    @usableFromInline let mayReport: Bool
    /// Finds actions for parts of the state that are gone; nil if no feature refuses actions.
    @usableFromInline let presence: PresenceCheck<ActionType, StateType>.Check?
    /// The offset of the state in the contents, to read the state without an access that counts as a
    /// change.
    @usableFromInline let stateOffset: Int

    @inlinable init(
        state: borrowing StateType,
        reducer: Reducer<ActionType, StateType>,
        presence: PresenceCheck<ActionType, StateType>.Check?,
        executor: StoreExecutor,
        environment: StoreEnvironment,
        hasMiddleware: Bool
    ) {
        contents = Lock(
            StoreContents(state: copy state),
            isContended: true,
            rule: """
                A reducer used its own store: it must not read the store, observe it, dispatch to it, or release the \
                last reference to it.
                A reducer computes the next state from its arguments alone. Move the call to a middleware, and \
                release the store outside of the reducer.
                """
        )
        self.reducer = reducer
        self.presence = presence
        let start = unsafe UnsafeRawPointer(contents.value)
        stateOffset = unsafe withUnsafePointer(to: &contents.value.pointee.state) {
            unsafe UnsafeRawPointer($0) - start
        }
        self.executor = executor
        self.environment = environment
        self.hasMiddleware = hasMiddleware
        // An existential or a class may contain such an action, so each action has to be checked.
        // Types that can't are trivial (POD).
        mayReport = ActionType.self is any ActionForMiddleware.Type || !_isPOD(ActionType.self)
    }

    /// Processes an action, or adds it to the queue.
    @inlinable func dispatch(_ action: consuming DispatchedAction<ActionType>) {
        if mayHaveToDrop(action.source) || !reduceDirectly(action.action) { enter(action) }
    }

    /// Whether an action of a store without middlewares has a sender, which only the full loop asks.
    @inlinable @inline(__always) func mayHaveToDrop(_ source: borrowing ActionSource) -> Bool {
        !hasMiddleware && source.hasSender
    }

    /// Queues an action, and processes the queue if no thread does and this thread may.
    @inlinable @inline(never) func enter(_ action: consuming ActionType, from source: consuming ActionSource) {
        guard source.admit() else { return }
        var workspace: Unmanaged<LoopWorkspace<ActionType, StateType>>?
        let mayProcess = executor.isCurrentExecutor
        let admission = contents.withLock(action, source) { contents, action, source in
            unsafe workspace = contents.workspace
            return contents.admit(action, from: source, mayProcess: mayProcess)
        }
        unsafe follow(admission, workspace)
    }

    /// Enters an action that is already paired with its source.
    ///
    /// Taking the pair apart would copy the source.
    @inlinable @inline(never) func enter(_ action: consuming DispatchedAction<ActionType>) {
        guard action.source.admit() else { return }
        var workspace: Unmanaged<LoopWorkspace<ActionType, StateType>>?
        let admission = contents.withLock(action, executor.isCurrentExecutor) { contents, action, mayProcess in
            unsafe workspace = contents.workspace
            return contents.admit(action, mayProcess: mayProcess)
        }
        unsafe follow(admission, workspace)
    }

    /// Does what the admission of an action asks of this thread.
    @inlinable @inline(__always) func follow(
        _ admission: Admission,
        _ workspace: Unmanaged<LoopWorkspace<ActionType, StateType>>?
    ) {
        switch admission {
        case .process: unsafe workspace?._withUnsafeGuaranteedRef { drain($0, beginningWith: .process) }
        case .schedule: executor.enqueue(runScheduled)
        case .wait: break
        case .drop: dropQueue()
        }
    }

    /// Drops the queue.
    ///
    /// The actions are released after unlocking.
    @usableFromInline func dropQueue() { drop(contents.withLock { $0.takeQueue() }) }

    /// Drops actions, and tells their senders.
    func drop(_ actions: consuming Queue<DispatchedAction<ActionType>>) {
        while let action = actions.popFirst() { action.source.sender?.actionDropped() }
    }

    /// Processes the queue.
    ///
    /// The executor calls it.
    @inlinable func runScheduled() {
        let workspace = unsafe contents.withLock { unsafe $0.beginScheduled() }
        unsafe workspace?._withUnsafeGuaranteedRef { drain($0, beginningWith: .findNext) }
    }

    /// Takes one step after the other until nothing is left to do.
    @inlinable func drain(
        _ workspace: LoopWorkspace<ActionType, StateType>,
        beginningWith first: NextStep
    ) {
        var step = first
        while true {
            switch step {
            case .process:
                step = processNext(workspace)
                // Most executors never yield; checking that first saves a lock.
                if step == .findNext, executor.shouldYield != nil, executorWantsToYield { return leaveToExecutor() }
            case .findNext: step = contents.withLock { $0.next(workspace) }
            case .updateObservers:
                updateObservers(workspace)
                step = .findNext
            case .callIdleWaiters:
                callIdleWaiters()
                step = .findNext
            case .settle: return callSettledWaiters()
            case .end: return releaseWorkspace()
            case .stop: return
            }
        }
    }

    /// Processes the action in the slot.
    @inlinable @inline(__always) func processNext(_ workspace: LoopWorkspace<ActionType, StateType>) -> NextStep {
        guard !workspace.slot.hasSender else { return processUnlessRevoked(workspace) }
        return process(workspace.slot.takeAction(), from: workspace.slot.takeSource(), in: workspace)
    }

    /// Processes the action in the slot, unless its sender has revoked it while it was queued.
    @inlinable @inline(never) func processUnlessRevoked(
        _ workspace: LoopWorkspace<ActionType, StateType>
    ) -> NextStep {
        let action = workspace.slot.takeAction()
        var source = workspace.slot.takeSource()
        let sender = source.takeSender()
        if let revoker = sender?.revoker {
            report(action, of: sender?.task, from: source, revokedBy: revoker.task)
            sender?.actionDropped()
            return .findNext
        }
        if let task = sender?.task { contents.withLock { $0.numbers.noteTask(task.number) } }
        return process(action, from: source, sentBy: sender, in: workspace)
    }

    /// Takes one action through the four steps of the loop.
    ///
    /// The phase stays `.processing` until the action is released, since its deinit may dispatch.
    ///
    /// - Returns: The next step.
    @inlinable func process(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        sentBy sender: (any ActionSender)? = nil,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) -> NextStep {
        #if DEBUG
        let unhandled = findUnhandled(action)
        let place = source
        defer { if let unhandled { report(unhandled, place, workspace.output) } }
        let isCheckedAtItsEnd = unhandled != nil
        #else
        let isCheckedAtItsEnd = false
        #endif
        if let presence, case .gone(let reason, _) = self.presence(of: action, by: presence) {
            refuse(action, because: reason, from: source)
            sender?.actionDropped()
            return .findNext
        }
        let io = handle(action, from: source, in: workspace)
        if sender == nil, !isCheckedAtItsEnd, mayFinishDirectly(io, in: workspace) {
            // Otherwise an answer that isn't there would be checked and released.
            if case .none = io.steps { return finishDirectly(action, answering: nil, in: workspace) }
            return finishDirectly(action, answering: io.takeAnswer(), in: workspace)
        }
        if reduce(action, in: workspace) { notify(workspace) }
        guard let sender else {
            workspace.run(consume io, from: source)
            return .findNext
        }
        sender.actionDone()
        workspace.run(consume io, from: source)
        sender.complete()
        return .findNext
    }

    /// Calls `handle` of the middlewares.
    @inlinable @inline(__always) func handle(
        _ action: ActionType,
        from source: ActionSource,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) -> IO<ActionType> {
        if unsafe workspace.observers.pointee != nil { notifyOfHandling(workspace) }
        let io = workspace.middleware.handle(action: action, from: source, state: workspace.getState)
        #if DEBUG
        reportIfUnhandled(action)
        #endif
        return io
    }

    /// Applies the reducer.
    ///
    /// Returns whether there are observers to notify.
    @inlinable @inline(__always) func reduce(
        _ action: ActionType,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) -> Bool {
        workspace.notifyOfPhase(.reducing)
        return contents.withLock { $0.apply(action, by: reducer, in: workspace) }
    }

    /// Notifies the observers of the new state.
    @inlinable @inline(__always) func notify(_ workspace: LoopWorkspace<ActionType, StateType>) {
        workspace.notifyOfPhase(.notifying)
        workspace.notify()
    }

    /// Tells the observers of the processing that the middlewares are about to handle an action.
    @inlinable func notifyOfHandling(_ workspace: LoopWorkspace<ActionType, StateType>) {
        let observers = unsafe workspace.observers.pointee
        guard unsafe observers?._withUnsafeGuaranteedRef({ $0.hasPhaseObserver }) == true else { return }
        // Only the processing thread changes these numbers, so reading them here needs no lock.
        let (cause, task) = unsafe contents.value.pointee.numbers.originOfLatest
        workspace.notifyOfPhase(
            .handling(cause: cause == 0 ? nil : cause, task: task == 0 ? nil : task)
        )
    }
}
