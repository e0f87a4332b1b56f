// SPDX-License-Identifier: MIT

/// Tasks, functions that wait, and the end of the store.
extension StoreContents {
    /// Whether no action is queued or being processed.
    @usableFromInline var isIdle: Bool {
        switch phase {
        case .idle, .closed: true
        case .scheduled, .processing: false
        }
    }

    /// Whether the store is idle and no task runs.
    @usableFromInline var isSettled: Bool { isIdle && tasks.isEmpty }

    /// Removes a task that has ended.
    ///
    /// Returns the functions to call if the store is settled now.
    @inlinable mutating func removeTask(_ task: StoreTask) -> [Callback] {
        tasks.remove(task)
        return tasks.isEmpty && phase == .idle ? waiters.takeSettled() : []
    }

    /// The contents of a store that has ended, to notify, call and release after unlocking.
    struct Leftovers: ~Copyable {
        let workspace: LoopWorkspace<ActionType, StateType>?
        let queue: Queue<DispatchedAction<ActionType>>
        let observers: [ObserverList<StateType>.Observer]
        let retired: [AnyObject]
        let waiters: Waiters
        let tasks: StoreTasks
    }

    /// Ends everything.
    ///
    /// Returns the contents to notify, call and release after unlocking.
    mutating func close() -> Leftovers {
        let isProcessing = phase == .processing
        let workspace = isProcessing ? nil : takeWorkspace()
        let observers = observers.removeAll()
        defer {
            phase = .closed
            waiters = Waiters()
            tasks = StoreTasks()
            reductionObservers = []
        }
        return Leftovers(
            workspace: workspace,
            queue: takeQueue(),
            observers: observers,
            retired: isProcessing ? [] : self.observers.takeRetired(),
            waiters: waiters,
            tasks: tasks
        )
    }
}
