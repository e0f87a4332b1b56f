// SPDX-License-Identifier: MIT

/// The world of a store: its time, its random numbers, and its way to start tasks.
///
/// Middlewares find it at their output, as ``AnyActionHandler/environment``. An app has no reason
/// to name it: without one a store is ``live``. A test gives a store an environment in which
/// nothing happens unless the test says so.
public struct StoreEnvironment: Sendable {
    /// Starts a task that runs the operation, on whichever thread, and returns at once.
    ///
    /// `source` is the one that the task was started from, see ``StoreTask/source``, for those who
    /// show what runs.
    public typealias StartTask =
        @Sendable (
            _ source: ActionSource?,
            _ operation: @escaping @Sendable () async -> Void
        ) -> Task<Void, Never>

    // Without types of the concurrency runtime here, a program that starts no task does not link it.

    /// A clock.
    @usableFromInline let clockBox: (any Sendable)?
    /// A function that starts tasks.
    @usableFromInline let startTaskBox: (any Sendable)?
    /// The value of the priority of the tasks.
    @usableFromInline let priorityValue: UInt8?
    /// The source of random numbers for middlewares.
    public let random: RandomSource
    private var crash: (@Sendable () -> Bool)?

    @usableFromInline init(
        clockBox: (any Sendable)?,
        startTaskBox: (any Sendable)?,
        priorityValue: UInt8? = nil,
        random: RandomSource = .system
    ) {
        self.clockBox = clockBox
        self.startTaskBox = startTaskBox
        self.priorityValue = priorityValue
        self.random = random
    }

    /// Makes an environment with a clock, and with tasks that are started by `startTask`.
    ///
    /// What starts them decides their priority, and which task-local values they have: a
    /// `Task.detached` has none of those of whoever happens to process.
    @_alwaysEmitIntoClient public init(
        clock: any Clock<Duration>,
        random: RandomSource = .system,
        startTask: @escaping StartTask
    ) {
        self.init(clockBox: clock, startTaskBox: startTask, random: random)
    }

    /// Makes an environment with a clock and with detached tasks of one priority; nil for that of
    /// the runtime.
    @_alwaysEmitIntoClient public init(
        clock: any Clock<Duration> = ContinuousClock(),
        random: RandomSource = .system,
        priority: TaskPriority?
    ) {
        self.init(
            clockBox: clock is ContinuousClock ? nil : clock,
            startTaskBox: nil,
            priorityValue: priority?.rawValue,
            random: random
        )
    }

    /// The priority of the tasks that the runtime starts; nil where none was given.
    @_alwaysEmitIntoClient public var priority: TaskPriority? { priorityValue.map { TaskPriority(rawValue: $0) } }

    /// The time and the random numbers of the system, and tasks of the concurrency runtime.
    public static var live: StoreEnvironment { StoreEnvironment(clockBox: nil, startTaskBox: nil) }

    /// The clock by which a middleware measures time and sleeps.
    @_alwaysEmitIntoClient public var clock: any Clock<Duration> {
        // A cast of nil takes as long as any.
        guard let clockBox else { return ContinuousClock() }
        return clockBox as? any Clock<Duration> ?? ContinuousClock()
    }

    /// Starts a task; it is not one of the store, see ``AnyActionHandler/startTask(from:_:)``.
    @_alwaysEmitIntoClient
    public func startTask(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        ownStartTask?(source, operation) ?? Task.detached(priority: priority, operation: operation)
    }

    /// True once a test has let the store crash: it leaves no trace any more of what it has not saved.
    package var hasCrashed: Bool { crash?() ?? false }

    /// The same environment for a store that has crashed as soon as `crash` says so.
    package func crashing(when crash: @escaping @Sendable () -> Bool) -> StoreEnvironment {
        var environment = self
        environment.crash = crash
        return environment
    }

    /// True if tasks are started by somebody who decides when each of them goes on, such as a test.
    package var hasOwnTasks: Bool { startTaskBox != nil }

    /// The function that starts tasks; nil if the concurrency runtime does.
    @_alwaysEmitIntoClient var ownStartTask: StartTask? { startTaskBox.flatMap { $0 as? StartTask } }
}
