// SPDX-License-Identifier: MIT

extension AnyActionHandler {
    /// Starts a task that belongs to this handler's store.
    ///
    /// The operation runs outside of the processing thread, without the caller's task-local values
    /// and priority. Its output is revoked when the task is cancelled, by
    /// ``StoreTask/cancel(from:)`` or by the end of the store. Dropping the store returns after all
    /// outputs are revoked; the tasks are cancelled right after that on another thread.
    ///
    /// ``Store/settled()`` waits for the task. For work that lasts as long as the store, use a
    /// `Task` of your own and cancel it in ``onEnd(_:)``. If the store has ended, the task is
    /// cancelled at once. Without a store, the task is like any other one.
    ///
    /// - Parameters:
    ///   - source: The source of the action that the task works for, with a step that describes the
    ///     task. Tools that list running tasks show it.
    ///   - operation: The work, which sends actions through `output`.
    @_alwaysEmitIntoClient @discardableResult
    public func startTask(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<ActionType>) async -> Void
    ) -> StoreTask {
        let task = StoreTask(from: source)
        // The task creates the output, so that the processing thread has less to do.
        start(task) { task in await operation(task.output(to: self)) }
        return task
    }

    /// Starts a task that was created before, so that others could hold it.
    ///
    /// Otherwise like ``startTask(from:_:)``.
    ///
    /// ```swift
    /// let task = StoreTask(from: source)
    /// running.append(task)
    /// output.start(task) { task in
    ///     let text = await network.load(url)
    ///     output.dispatch(.loaded(text), as: task)
    /// }
    /// ```
    ///
    /// A task that was cancelled before its start runs as well, and its actions are dropped.
    /// ``StoreTask/isCancelled`` is true from the start; `Task.isCancelled` may become true a
    /// moment later.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - priority: The priority of the task; nil for that of the store's environment. An
    ///     environment with a `startTask` function ignores it.
    ///   - operation: The work, which gets the task. If it captures nothing else, it needs no
    ///     allocation.
    /// - Precondition: The task was not started before.
    @_alwaysEmitIntoClient @inline(__always)
    public func start(
        _ task: StoreTask,
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable (StoreTask) async -> Void
    ) {
        start(task, owner: nil, priority: priority, passing: task, operation)
    }

    /// Starts a task for its owner.
    ///
    /// The operation gets the owner instead of the task. Otherwise like ``start(_:priority:_:)``.
    @_alwaysEmitIntoClient @inline(__always)
    public func start<Owner: StoreTaskOwner>(
        _ task: StoreTask,
        for owner: Owner,
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable (Owner) async -> Void
    ) {
        start(task, owner: owner, priority: priority, passing: owner, operation)
    }

    @_alwaysEmitIntoClient @inline(__always)
    func start<Value: Sendable>(
        _ task: StoreTask,
        owner: (any StoreTaskOwner)?,
        priority: TaskPriority?,
        passing value: Value,
        _ operation: @escaping @Sendable (Value) async -> Void
    ) {
        task.register(for: owner, with: connection) { connection in
            { work in _ = connection.environment.startTask(from: .endOfStore) { work() } }
        }
        // Repeated in both branches: a common closure would be wrapped, which costs memory while
        // the task runs.
        let running =
            if let connection, connection.hasOwnTasks, let startTask = connection.environment.ownStartTask {
                startTask(task.source) {
                    await operation(value)
                    task.end(in: connection)
                }
            } else {
                Task.detached(priority: priority ?? connection?.taskPriority) { [connection] in
                    await operation(value)
                    task.end(in: connection)
                }
            }
        if task.started(cancel: { running.cancel() }) { callElsewhere(from: task.source) { task.cancel() } }
    }

    /// Calls `body` once in a new task, outside of the processing thread.
    ///
    /// Use it for work that may take long, such as cancelling tasks, whose cancellation handlers
    /// run on the cancelling thread. The store's environment starts the task. ``Store/settled()``
    /// doesn't wait for it. Tools that list running tasks show `source`.
    @_alwaysEmitIntoClient
    public func callElsewhere(from source: ActionSource? = nil, _ body: @escaping @Sendable () -> Void) {
        _ = environment.startTask(from: source) { body() }
    }

    /// Dispatches an action of a task.
    ///
    /// The action is dropped once the task is cancelled, also while it is queued.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - source: The source of the action; nil for that of the task, ``StoreTask/source``. If
    ///     both are nil, the source has an empty location.
    ///   - task: The task that sends the action.
    ///   - isLastWord: Whether this is the final action, which is processed even if the task is
    ///     cancelled. It counts as an action of the task; see ``StoreTaskOwner/didFinish()``.
    /// - Complexity: One allocation, and one more for the final action.
    @inlinable public func dispatch(
        _ action: ActionType,
        from source: ActionSource? = nil,
        as task: StoreTask,
        isLastWord: Bool = false
    ) {
        if let source = task.source(of: source, isFinal: isLastWord) {
            dispatch(DispatchedAction(action, dispatcher: source))
        }
    }
}
