// SPDX-License-Identifier: MIT

/// The store of an output, without its generic types.
@usableFromInline protocol StoreConnection: AnyObject, Sendable {
    var environment: StoreEnvironment { get }
    /// Whether the environment has a function that starts tasks. Like the priority, it can be read
    /// without copying the environment.
    var hasOwnTasks: Bool { get }
    /// The priority of the environment's tasks.
    var taskPriority: TaskPriority? { get }

    /// The upper part of the store's action numbers.
    var number: Int { get }
    /// Returns the numbers of an action's cause and of the task that sent it. Returns zeros if the
    /// action isn't being processed.
    func origin(of number: Int) -> (cause: Int, task: Int)
    /// Calls `body` once when the queue is empty and no action is being processed.
    func whenIdle(_ body: @escaping @Sendable () -> Void)
    /// Calls `body` once when the store ends.
    func whenEnded(_ body: @escaping @Sendable () -> Void)
    /// Adds a task. `callingElsewhere` makes the function that cancels the store's tasks at its end on another thread; it is
    /// called for the first task. Returns false if the store has ended.
    func register(_ task: StoreTask, callingElsewhere: () -> CallElsewhere) -> Bool
    /// Removes a task that has ended.
    func unregister(_ task: StoreTask)
    /// Calls `body` with the observers of events, under the lock of the store.
    func withHook<Result>(_ body: (inout StoreHook) -> Result) -> Result
    /// Adds an observer of reductions.
    func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void)
}
