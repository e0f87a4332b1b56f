// SPDX-License-Identifier: MIT

/// The store of an output, without its generic types.
@usableFromInline protocol StoreConnection: AnyObject, Sendable {
    var environment: StoreEnvironment { get }
    /// Whether the environment has a function that starts tasks. Like the priority, it can be read
    /// without copying the environment.
    var hasOwnTasks: Bool { get }
    /// The priority of the environment's tasks.
    var taskPriority: TaskPriority? { get }
    /// The observers of notices and the rules of the middlewares.
    var registrations: StoreRegistrations { get }

    /// Returns the numbers of an action's cause and of the task that sent it. Returns zeros if the
    /// action isn't being processed.
    func origin(of number: UInt64) -> (cause: UInt64, task: Int)
    /// Calls `body` once when the queue is empty and no action is being processed.
    func whenIdle(_ body: @escaping @Sendable () -> Void)
    /// Calls `body` once when the store ends.
    func whenEnded(_ body: @escaping @Sendable () -> Void)
    /// Adds a task. `executor` makes the function that cancels the store's tasks at its end; it is
    /// called for the first task. Returns false if the store has ended.
    func register(_ task: StoreTask, cancelledBy executor: () -> CancellationExecutor) -> Bool
    /// Removes a task that has ended.
    func unregister(_ task: StoreTask)
    /// Adds an observer of tasks.
    func observeTasks(_ observer: @escaping @Sendable (StoreTask) -> Void)
    /// Adds an observer of reductions.
    func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void)
    /// Adds an observer of the phases of processing. Returns false if the store was already
    /// created.
    func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) -> Bool
    /// Sets the notices flag of all actions. Returns false if the store was already created.
    func beginNotices() -> Bool
    /// Counts the middlewares that use their context. Stores do nothing here.
    func noteListeners(_ count: Int)
    /// Whether this is a store. False for a probe that looks for users of the context.
    var isStore: Bool { get }
}

/// The part of a store that its outputs keep after its end.
@usableFromInline final class StoreRegistrations: Sendable {
    struct Contents {
        /// The observers of notices.
        var notices: [@Sendable (StoreNotice) -> Void] = []
        /// The observers of the notices of refused actions.
        var refusals: [@Sendable (StoreNotice) -> Void] = []
        /// The observers of mistakes of the app.
        var mistakes: [@Sendable (String) -> Void] = []
        /// Whether the tasks have observers.
        var areTasksObserved = false
        /// The names of the features whose middlewares are getting their context, innermost last.
        var featureNames: [String] = []
    }

    // Creating a lock costs two allocations, so most registrations share one.
    let contents = Lock(Contents())
    /// The rules that the middlewares have registered.
    ///
    /// They have their own lock. Recorders keep it after the end of the store, and must not keep the
    /// observers.
    let rules = Lock<[@Sendable () -> CountedRule]>([])

    @usableFromInline init() {}
}
