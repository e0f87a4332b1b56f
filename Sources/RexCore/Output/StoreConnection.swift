// SPDX-License-Identifier: MIT

/// The store behind an output, without its types.
@usableFromInline protocol StoreConnection: AnyObject, Sendable {
    var environment: StoreEnvironment { get }
    /// True if the environment starts tasks in a way of its own; like the priority, read without
    /// copying the environment.
    var hasOwnTasks: Bool { get }
    /// The priority of tasks in the environment.
    var taskPriority: TaskPriority? { get }
    /// The observers of notices, and what the middlewares have declared.
    var registrations: StoreRegistrations { get }

    /// Returns the numbers of the cause of an action and of the task that sent it; 0 unless it is
    /// being processed.
    func origin(of number: UInt64) -> (cause: UInt64, task: Int)
    /// Calls `body` once, as soon as nothing waits and nothing is processed.
    func whenIdle(_ body: @escaping @Sendable () -> Void)
    /// Calls `body` once, when the store is gone.
    func whenEnded(_ body: @escaping @Sendable () -> Void)
    /// Adds a task, which the store cancels at its end where `elsewhere` calls; returns false if
    /// the store is gone.
    func register(_ task: StoreTask, _ executor: @escaping CancellationExecutor) -> Bool
    /// Removes a task that has ended.
    func unregister(_ task: StoreTask)
    /// Adds an observer of each task.
    func observeTasks(_ observer: @escaping @Sendable (StoreTask) -> Void)
    /// Adds an observer that is called after each reduction.
    func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void)
    /// Adds an observer of each moment of processing; returns false if the store is there already.
    func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) -> Bool
    /// Lets each action carry that its notices are observed; returns false if the store is there
    /// already.
    func beginNotices() -> Bool
    /// Counts middlewares that use the context which they got; a store does nothing.
    func noteListeners(_ count: Int)
    /// True if there is a store; false for one that is only asked who would listen.
    var isStore: Bool { get }
}

/// The parts of a store that outlive it as long as somebody records it.
@usableFromInline final class StoreRegistrations: Sendable {
    /// The observers of notices, and whether somebody observes them or the tasks.
    let notices = Lock<(observers: [@Sendable (StoreNotice) -> Void], areTasksObserved: Bool)>(([], false))
    /// The rules that the middlewares have declared.
    let rules = Lock<[@Sendable () -> CountedRule]>([])
    /// The names of the features whose middlewares are being passed their context, the innermost
    /// one last.
    let featureNames = Lock<[String]>([])

    @usableFromInline init() {}
}
