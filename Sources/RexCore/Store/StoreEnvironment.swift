// SPDX-License-Identifier: MIT

/// The clock, the random numbers and the tasks that the middlewares of a store use.
///
/// Middlewares read it from their output, as ``AnyActionHandler/environment``. An app needs no
/// environment: the default is ``live``. A test passes an environment whose time and tasks it
/// controls.
public struct StoreEnvironment: Sendable {
    /// Starts a task that runs the operation, on any thread, and returns at once.
    ///
    /// `source` is the source of the task, see ``StoreTask/source``. Tools that list running tasks
    /// show it.
    public typealias StartTask =
        @Sendable (
            _ source: ActionSource?,
            _ operation: @escaping @Sendable () async -> Void
        ) -> Task<Void, Never>

    // These properties name no type of the concurrency runtime, so a program without tasks doesn't
    // link it.

    /// The clock; nil for `ContinuousClock`.
    @usableFromInline let clockBox: (any Sendable)?
    /// The function that starts tasks; nil if the concurrency runtime starts them.
    @usableFromInline let startTaskBox: (any Sendable)?
    /// The raw value of the tasks' priority; nil for the default of the runtime.
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

    /// Creates an environment with a clock and a function that starts tasks.
    ///
    /// `startTask` decides the priority and the task-local values of its tasks. With
    /// `Task.detached`, a task doesn't inherit the task-local values of the processing thread.
    @_alwaysEmitIntoClient public init(
        clock: any Clock<Duration>,
        random: RandomSource = .system,
        startTask: @escaping StartTask
    ) {
        self.init(clockBox: clock, startTaskBox: startTask, random: random)
    }

    /// Creates an environment with a clock and with detached tasks of one priority.
    ///
    /// With nil, the tasks have the default priority of the runtime.
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

    /// The priority of the tasks that the runtime starts, or nil if the environment has no
    /// priority.
    @_alwaysEmitIntoClient public var priority: TaskPriority? { priorityValue.map { TaskPriority(rawValue: $0) } }

    /// The system's clock and random numbers, and tasks of the concurrency runtime.
    public static var live: StoreEnvironment { StoreEnvironment(clockBox: nil, startTaskBox: nil) }

    /// The clock that middlewares measure time and sleep with.
    @_alwaysEmitIntoClient public var clock: any Clock<Duration> {
        // Check for nil first: casting a nil is as slow as any cast.
        guard let clockBox else { return ContinuousClock() }
        return clockBox as? any Clock<Duration> ?? ContinuousClock()
    }

    /// Starts a task that doesn't belong to the store; see ``AnyActionHandler/startTask(from:_:)``.
    @_alwaysEmitIntoClient
    public func startTask(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        ownStartTask?(source, operation) ?? Task.detached(priority: priority, operation: operation)
    }

    /// Whether a test has simulated a crash of the store.
    ///
    /// From then on, the store must not save anything.
    public var hasCrashed: Bool { crash?() ?? false }

    /// Returns a copy of this environment for a store that has crashed as soon as `crash` returns
    /// true.
    public func crashing(when crash: @escaping @Sendable () -> Bool) -> StoreEnvironment {
        var environment = self
        environment.crash = crash
        return environment
    }

    /// Whether a custom function starts the tasks, such as one of a test that schedules each step.
    public var hasOwnTasks: Bool { startTaskBox != nil }

    /// The custom function that starts tasks, or nil if the concurrency runtime starts them.
    @_alwaysEmitIntoClient var ownStartTask: StartTask? { startTaskBox.flatMap { $0 as? StartTask } }
}
