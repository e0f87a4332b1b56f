// SPDX-License-Identifier: MIT

/// What an output knows of the store behind it.
@usableFromInline final class StoreConnection: Sendable {
    /// A moment in the life of a store.
    @usableFromInline enum Moment: Sendable {
        /// Nothing waits and nothing is processed.
        case idle
        /// The store is gone.
        case end
    }

    @usableFromInline let environment: StoreEnvironment
    /// Whether the environment starts tasks in a way of its own.
    @usableFromInline let hasOwnTasks: Bool
    /// The numbers of the action that caused the one with this number, and of the task that sent it, if that is being
    /// processed; else 0.
    @usableFromInline let originOf: @Sendable (UInt64) -> (cause: UInt64, task: Int)
    /// Keeps what it gets for the moment, and calls it once.
    let callAt: @Sendable (Moment, @escaping @Sendable () -> Void) -> Void
    /// Counts a task as one of the store, which cancels it at its end where the function calls; false if the store is gone.
    let register: @Sendable (StoreTask, @escaping Elsewhere) -> Bool
    /// Counts it no longer.
    let unregister: @Sendable (StoreTask) -> Void
    /// Keeps what it gets, to be called with each task.
    let observeTasks: @Sendable (@escaping @Sendable (StoreTask) -> Void) -> Void
    /// Keeps what it gets, to be called after each reduction.
    let observeReductions: @Sendable (@escaping @Sendable (ActionSource?) -> Void) -> Void
    /// Keeps what it gets, to be called at each moment of processing; false if the store is there already.
    let observeProcessing: @Sendable (@escaping (ProcessingMoment) -> Void) -> Bool
    /// Lets each action carry that its notices are observed; false if the store is there already.
    let beginNotices: @Sendable () -> Bool
    /// Those who are notified of what does not happen, and whether somebody observes that or the tasks.
    let notices = Lock<(observers: [@Sendable (StoreNotice) -> Void], areTasksObserved: Bool)>(([], false))
    /// What the middlewares have declared, to be read by whoever records the store.
    let rules = Lock<[@Sendable () -> CountedRule]>([])
    /// Finds out whether a middleware uses its context, where it cannot have one.
    @usableFromInline let probe: ContextProbe?

    @usableFromInline init(
        environment: StoreEnvironment,
        originOf: @escaping @Sendable (UInt64) -> (cause: UInt64, task: Int),
        callAt: @escaping @Sendable (Moment, @escaping @Sendable () -> Void) -> Void,
        register: @escaping @Sendable (StoreTask, @escaping Elsewhere) -> Bool,
        unregister: @escaping @Sendable (StoreTask) -> Void,
        observeTasks: @escaping @Sendable (@escaping @Sendable (StoreTask) -> Void) -> Void,
        observeReductions: @escaping @Sendable (@escaping @Sendable (ActionSource?) -> Void) -> Void,
        observeProcessing:
            @escaping @Sendable (@escaping (ProcessingMoment) -> Void) -> Bool,
        beginNotices: @escaping @Sendable () -> Bool
    ) {
        self.environment = environment
        hasOwnTasks = environment.startTaskBox != nil
        self.originOf = originOf
        self.callAt = callAt
        self.register = register
        self.unregister = unregister
        self.observeTasks = observeTasks
        self.observeReductions = observeReductions
        self.observeProcessing = observeProcessing
        self.beginNotices = beginNotices
        probe = nil
    }

    init(probe: ContextProbe) {
        environment = .live
        hasOwnTasks = false
        originOf = { _ in (0, 0) }
        callAt = { _, _ in }
        register = { _, _ in false }
        unregister = { _ in }
        observeTasks = { _ in }
        observeReductions = { _ in }
        observeProcessing = { _ in true }
        beginNotices = { true }
        self.probe = probe
    }
}
