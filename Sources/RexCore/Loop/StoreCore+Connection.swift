// SPDX-License-Identifier: MIT

// The part of the loop that the outputs of middlewares use.

extension StoreCore: StoreConnection {
    @inlinable var isStore: Bool { true }
    @inlinable var hasOwnTasks: Bool { environment.startTaskBox != nil }
    @inlinable var taskPriority: TaskPriority? { environment.priority }

    @usableFromInline func noteListeners(_ count: Int) {}

    @inlinable func origin(of number: UInt64) -> (cause: UInt64, task: Int) {
        contents.withLock { $0.origin(of: number) }
    }

    /// Calls `body` when the queue is empty and no action is being processed; at once if so
    /// already.
    @usableFromInline func whenIdle(_ body: @escaping @Sendable () -> Void) {
        if contents.withLock({ $0.isIdle(orLater: body) }) { body() }
    }

    /// Calls `body` when the store ends; at once if it has ended.
    @usableFromInline func whenEnded(_ body: @escaping @Sendable () -> Void) {
        if contents.withLock({ $0.isClosed(orLater: body) }) { body() }
    }

    /// Adds a task and notifies the observers of tasks.
    ///
    /// Returns false if the store has ended.
    @inlinable func register(_ task: StoreTask, _ executor: @escaping CancellationExecutor) -> Bool {
        guard let observers = contents.withLock({ $0.addTask(task, executor) }) else { return false }
        for observer in observers { observer(task) }
        return true
    }

    @inlinable func unregister(_ task: StoreTask) {
        for body in contents.withLock({ $0.removeTask(task) }) { body.call() }
    }

    @usableFromInline func observeTasks(_ observer: @escaping @Sendable (StoreTask) -> Void) {
        for task in contents.withLock({ $0.addTaskObserver(observer) }) { observer(task) }
    }

    /// Adds an observer of reductions.
    ///
    /// Before the next reduction it is called for the current state.
    @usableFromInline func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void) {
        var processor: Unmanaged<Processor<ActionType, StateType>>?
        let step = contents.withLock { contents in
            unsafe processor = contents.processor
            return contents.addReductionObserver(observer, mayProcess: executor.mayProcessHere)
        }
        switch step {
        case nil: observer(nil)
        case .proceed?: unsafe processor?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
        case .schedule?: executor.enqueue(runScheduled)
        default: break
        }
    }

    @usableFromInline func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) -> Bool {
        contents.withLock { $0.addProcessingObserver(observer) }
    }

    @usableFromInline func beginNotices() -> Bool { contents.withLock { $0.beginNotices() } }
}
