// SPDX-License-Identifier: MIT

extension AnyActionHandler {
    /// Starts a task that belongs to the store behind this handler.
    ///
    /// The operation runs on no thread of the store's, with no task-local value and no priority of
    /// whoever calls this, and gets an output that is revoked when the task is cancelled: by
    /// ``StoreTask/cancel(from:)``, or by the end of the store, before dropping the store returns;
    /// the task itself is cancelled right after that, elsewhere. ``Store/settled()`` waits for it,
    /// so what listens for as long as the store lives is better a task of its own that
    /// ``onEnd(_:)`` cancels. If the store is gone already, the task is cancelled at once. Without
    /// a store behind this handler it is a task like any other.
    ///
    /// - Parameters:
    ///   - source: what the task is started from, for those who show what runs: the source of the
    ///     action that it works for, with a step that says what it does.
    ///   - operation: what the task does, with the output to send through.
    @_alwaysEmitIntoClient @discardableResult
    public func startTask(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<ActionType>) async -> Void
    ) -> StoreTask {
        let task = StoreTask(from: source)
        // The output is made in the task, which has more time than the thread that starts it.
        start(task) { task in await operation(task.output(to: self)) }
        return task
    }

    /// Starts a task that was made before, so that others could know it; else as
    /// ``startTask(from:_:)`` does.
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
    /// One that was cancelled before runs as well, and what it sends is dropped:
    /// ``StoreTask/isCancelled`` is true from the beginning, `Task.isCancelled` perhaps a moment
    /// later.
    ///
    /// - Parameters:
    ///   - task: the task; it may be of a subclass.
    ///   - priority: that of the task; nil for the one of the store's environment. An environment
    ///     that starts tasks in a way of its own decides itself.
    ///   - operation: what the task does. It gets the task; if it captures nothing else, it needs
    ///     no memory of its own.
    /// - Precondition: The task was not started before.
    @_alwaysEmitIntoClient @inline(__always)
    public func start<StartedTask: StoreTask>(
        _ task: StartedTask,
        priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable (StartedTask) async -> Void
    ) {
        task.register(with: connection) { [connection] work in
            _ = (connection?.environment ?? .live).startTask(from: .endOfStore) { work() }
        }
        // Written in both places, so that neither is wrapped, which would need memory for as long as the task runs.
        let running =
            if let connection, connection.hasOwnTasks, let startTask = connection.environment.ownStartTask {
                startTask(task.source) {
                    await operation(task)
                    task.end(in: connection)
                }
            } else {
                Task.detached(priority: priority ?? connection?.taskPriority) { [connection] in
                    await operation(task)
                    task.end(in: connection)
                }
            }
        if task.started(cancel: { running.cancel() }) { callElsewhere(from: task.source) { task.cancel() } }
    }

    /// Calls `body` once, on no thread of the store's: in a task that the store's environment
    /// starts.
    ///
    /// For what may take its time, such as to cancel tasks, whose cancellation handlers run where
    /// that is done. ``Store/settled()`` does not wait for it. `source` is for those who show what
    /// runs.
    @_alwaysEmitIntoClient
    public func callElsewhere(from source: ActionSource? = nil, _ body: @escaping @Sendable () -> Void) {
        _ = environment.startTask(from: source) { body() }
    }

    /// Dispatches an action that a task sends: it is dropped once the task is cancelled, also while
    /// it waits.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - source: its source; nil for the one that the task was started from,
    ///     ``StoreTask/source``. If there is none either, the action has a source without a place.
    ///   - task: the task that sends it.
    ///   - isLastWord: whether it is processed also if the task is cancelled, or is so already. It
    ///     counts as sent by the task all the same, see ``StoreTask/didFinish()``.
    /// - Complexity: One allocation for the first action of the task, and for each whose source is
    ///   another than that which the task was started from.
    @inlinable public func dispatch(
        _ action: ActionType,
        from source: ActionSource? = nil,
        as task: StoreTask,
        isLastWord: Bool = false
    ) {
        if let source = task.revocable(source, isFinal: isLastWord) {
            dispatch(DispatchedAction(action, dispatcher: source))
        }
    }
}
