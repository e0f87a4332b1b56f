// SPDX-License-Identifier: MIT

/// The tasks of a store, and what is called when none is left.
extension StoreContents {
    /// Takes a task; returns who is to be notified of it, or nil if the store is gone.
    @inlinable mutating func addTask(
        _ task: StoreTask,
        _ executor: @escaping CancellationExecutor
    ) -> [@Sendable (StoreTask) -> Void]? {
        guard phase != .closed else { return nil }
        if cancellationExecutor == nil { cancellationExecutor = executor }
        tasks.insert(task)
        return taskObservers
    }

    /// Adds an observer of the tasks; returns those that run already.
    @usableFromInline mutating func addTaskObserver(_ observer: @escaping @Sendable (StoreTask) -> Void) -> [StoreTask]
    {
        guard phase != .closed else { return [] }
        taskObservers.append(observer)
        return tasks.all
    }

    /// Forgets a task that has ended; what is to be called if that was the last thing that was
    /// waited for.
    @inlinable mutating func removeTask(_ task: StoreTask) -> [Callback] {
        tasks.remove(task)
        return tasks.isEmpty && phase == .idle ? takeWhenSettled() : []
    }

    /// Returns true if nobody processes or is about to, and no task runs; otherwise keeps `body`
    /// until that is so.
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
