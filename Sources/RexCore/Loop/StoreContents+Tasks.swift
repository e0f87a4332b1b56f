// SPDX-License-Identifier: MIT

/// The tasks of a store, and the functions to call when the last one has ended.
extension StoreContents {
    /// Adds a task.
    ///
    /// Returns the observers to notify, or nil if the store has ended.
    @inlinable mutating func addTask(
        _ task: StoreTask,
        _ executor: @escaping CancellationExecutor
    ) -> [@Sendable (StoreTask) -> Void]? {
        guard phase != .closed else { return nil }
        if cancellationExecutor == nil { cancellationExecutor = executor }
        tasks.insert(task)
        return taskObservers
    }

    /// Adds an observer of tasks.
    ///
    /// Returns the running tasks.
    @usableFromInline mutating func addTaskObserver(_ observer: @escaping @Sendable (StoreTask) -> Void) -> [StoreTask]
    {
        guard phase != .closed else { return [] }
        taskObservers.append(observer)
        return tasks.all
    }

    /// Removes a task that has ended.
    ///
    /// Returns the functions to call if the store is settled now.
    @inlinable mutating func removeTask(_ task: StoreTask) -> [Callback] {
        tasks.remove(task)
        return tasks.isEmpty && phase == .idle ? takeWhenSettled() : []
    }

    /// Returns true if the store is idle and no task runs.
    ///
    /// Otherwise keeps `body` until then.
    @inlinable mutating func isSettled(orLater body: @escaping @Sendable () -> Void) -> Bool {
        guard phase == .processing || phase == .scheduled || !tasks.isEmpty else { return true }
        whenSettled.append(Callback(call: body))
        return false
    }

    @inlinable mutating func takeWhenSettled() -> [Callback] {
        defer { whenSettled = [] }
        return whenSettled
    }
}
