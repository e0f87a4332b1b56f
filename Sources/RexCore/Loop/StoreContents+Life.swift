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
        let reductionObservers: [ReductionObserver]
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
        }
        return Leftovers(
            workspace: workspace,
            queue: takeQueue(),
            observers: observers,
            retired: isProcessing ? [] : self.observers.takeRetired(),
            reductionObservers: takeReductionObservers(),
            waiters: waiters,
            tasks: tasks
        )
    }
}

/// The functions that wait for a store to become idle, to settle, or to end.
@usableFromInline struct Waiters: Sendable {
    /// Called when no action is queued or being processed.
    @usableFromInline var idle: [Callback] = []
    /// Called when the store is idle and no task runs.
    @usableFromInline var settled: [Callback] = []
    @usableFromInline var ended: [Callback] = []

    @inlinable init() {}

    /// All of them, in the order in which the end of the store calls them.
    var all: [Callback] { idle + settled + ended }

    /// Removes the functions that wait for the store to become idle, and returns them.
    @usableFromInline mutating func takeIdle() -> [Callback] {
        defer { idle = [] }
        return idle
    }

    /// Removes the functions that wait for the store to settle, and returns them.
    @usableFromInline mutating func takeSettled() -> [Callback] {
        defer { settled = [] }
        return settled
    }
}

/// A function to call once.
///
/// Arrays of this struct need no wrapper around each function.
@usableFromInline struct Callback: Sendable {
    @usableFromInline let call: @Sendable () -> Void

    @inlinable init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}
