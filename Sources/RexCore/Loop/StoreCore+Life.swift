// SPDX-License-Identifier: MIT

// The life of a store: its start, its pauses and its end.

extension StoreCore {
    @inlinable var state: StateType { contents.withLock { $0.state } }

    /// Passes the context to the middlewares, then processes the actions that they have dispatched.
    @inlinable func start(_ middleware: ComposedMiddleware<ActionType, ActionType, StateType>) {
        let getState: GetState<StateType> = { self.state }
        let workspace = LoopWorkspace(
            middleware: middleware.bound(to: getState),
            getState: getState,
            output: AnyActionHandler({ self.dispatch($0) }, connection: self)
        )
        contents.withLock { contents in
            unsafe contents.workspace = .passRetained(workspace)
            contents.numbers.beginRange(at: 0)
        }
        middleware.receiveContext(getState: getState, output: workspace.output)
        workspace.observePhases(with: contents.withLock { $0.hook.begin() }.phases)
        workspace.observeReductions(with: contents.withLock { $0.beginReductionObservers() })
        guard !executor.isCurrentExecutor else { return drain(workspace, beginningWith: .findNext) }
        leaveToExecutor()
    }

    /// Ends everything.
    ///
    /// If an action is being processed, its thread finishes it. The tasks are revoked on this
    /// thread, and cancelled on another one, since their cancellation handlers run on the thread that
    /// cancels. The senders of queued actions are told last.
    @usableFromInline func close() {
        let leftovers = contents.withLock { $0.close() }
        leftovers.queue.forEach { queued in
            reportSkipped(queued.action, from: queued.source, cause: queued.source.actionNumber, because: .storeEnded)
        }
        for observer in leftovers.observers { observer.onEnd() }
        let tasks = leftovers.tasks.all.sorted { $0.number < $1.number }
        for task in tasks { task.revoke() }
        for body in leftovers.waiters.all { body.call() }
        // They may hold outputs, which hold this object.
        _ = contents.withLock { $0.hook.end() }
        if !tasks.isEmpty, let callElsewhere = leftovers.tasks.callElsewhere {
            callElsewhere { for task in tasks { task.cancel() } }
        }
        drop(leftovers.queue)
    }

    /// Releases the middlewares, after the last action was processed.
    @usableFromInline func releaseWorkspace() {
        _ = contents.withLock { ($0.takeWorkspace(), $0.observers.takeRetired()) }
    }

    @usableFromInline func callIdleWaiters() {
        for body in contents.withLock({ $0.waiters.takeIdle() }) { body.call() }
    }

    @usableFromInline func callSettledWaiters() {
        for body in contents.withLock({ $0.waiters.takeSettled() }) { body.call() }
    }

    /// Whether another action is queued, and the executor wants to do other work first.
    @usableFromInline var executorWantsToYield: Bool {
        contents.withLock { $0.hasNext } && executor.shouldYield?() == true
    }

    /// Stops processing, and lets the executor process the queued actions.
    @usableFromInline func leaveToExecutor() {
        if contents.withLock({ $0.pause() }) { executor.enqueue(runScheduled) }
    }

    @usableFromInline func reportIfUnhandled(_ action: ActionType) {
        if mayReport { (action as? any ActionForMiddleware)?.wasHandled() }
    }
}
