// SPDX-License-Identifier: MIT

// The part of the loop that the outputs of middlewares use.

extension StoreCore: StoreConnection {
    @inlinable var hasOwnTasks: Bool { environment.startTaskBox != nil }
    @inlinable var taskPriority: TaskPriority? { environment.priority }

    @usableFromInline var number: Int { contents.withLock { $0.numbers.latest } / ActionSource.rangeOfNumbers }

    @inlinable func origin(of number: Int) -> (cause: Int, task: Int) {
        contents.withLock { $0.numbers.origin(of: number) }
    }

    /// Calls `body` when the queue is empty and no action is being processed; at once if so
    /// already.
    @usableFromInline func whenIdle(_ body: @escaping @Sendable () -> Void) {
        callOrKeep(body, as: \.idle) { $0.isIdle }
    }

    /// Calls `body` when the store is idle and no task runs; at once if so already.
    @usableFromInline func whenSettled(_ body: @escaping @Sendable () -> Void) {
        callOrKeep(body, as: \.settled) { $0.isSettled }
    }

    /// Calls `body` when the store ends; at once if it has ended.
    @usableFromInline func whenEnded(_ body: @escaping @Sendable () -> Void) {
        callOrKeep(body, as: \.ended) { $0.phase == .closed }
    }

    /// Calls `body` at once if the condition is true.
    ///
    /// Otherwise adds it to the waiters.
    private func callOrKeep(
        _ body: @escaping @Sendable () -> Void,
        as waiters: WritableKeyPath<Waiters, [Callback]>,
        if isTrue: (borrowing StoreContents<ActionType, StateType>) -> Bool
    ) {
        let mayCall = contents.withLock { contents in
            if isTrue(contents) { return true }
            contents.waiters[keyPath: waiters].append(Callback(call: body))
            return false
        }
        if mayCall { body() }
    }

    /// Adds a task and notifies the observers of tasks.
    ///
    /// Returns false if the store has ended.
    @inlinable func register(_ task: StoreTask, callingElsewhere: () -> CallElsewhere) -> Bool {
        let observers: [StoreHook.Observer]? = contents.withLock { contents in
            guard contents.phase != .closed else { return nil }
            contents.tasks.insert(task, callingElsewhere: callingElsewhere)
            return contents.hook.observers(of: .started, keeping: .started(task))
        }
        guard let observers else { return false }
        for observer in observers { observer.call(.started(task)) }
        return true
    }

    @inlinable func unregister(_ task: StoreTask) {
        for body in contents.withLock({ $0.removeTask(task) }) { body.call() }
    }

    @usableFromInline func withHook<Result>(_ body: (inout StoreHook) -> Result) -> Result {
        contents.withLock { body(&$0.hook) }
    }

    /// Adds an observer of reductions.
    ///
    /// Before the next reduction it is called for the current state.
    @usableFromInline func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void) {
        var workspace: Unmanaged<LoopWorkspace<ActionType, StateType>>?
        let admission = contents.withLock { contents in
            unsafe workspace = contents.workspace
            return contents.addReductionObserver(observer, mayProcess: executor.isCurrentExecutor)
        }
        switch admission {
        case nil: observer(nil)
        case .process?: unsafe workspace?._withUnsafeGuaranteedRef { drain($0, beginningWith: .findNext) }
        case .schedule?: executor.enqueue(runScheduled)
        case .wait?, .drop?: break
        }
    }
}
