// SPDX-License-Identifier: MIT

/// Where a store gets its time from, and how it starts tasks.
///
/// Middlewares find it at their output, as ``AnyActionHandler/environment``. An app has no reason to
/// name it: without one a store is ``live``. A test gives a store an environment in which nothing
/// happens unless the test says so.
public struct StoreEnvironment: Sendable {
    /// Starts a task that runs the operation, on whichever thread, and returns at once.
    public typealias StartTask = @Sendable (_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>

    @usableFromInline final class Custom: Sendable {
        @usableFromInline let clock: any Clock<Duration>
        @usableFromInline let startTask: StartTask

        @usableFromInline init(clock: any Clock<Duration>, startTask: @escaping StartTask) {
            self.clock = clock
            self.startTask = startTask
        }
    }

    @usableFromInline let custom: Custom?

    @usableFromInline init(custom: Custom?) {
        self.custom = custom
    }

    /// Makes an environment with a clock, and with tasks that are started by `startTask`.
    public init(clock: any Clock<Duration>, startTask: @escaping StartTask) {
        self.init(custom: Custom(clock: clock, startTask: startTask))
    }

    /// The time of the system, and tasks of the concurrency runtime.
    public static var live: StoreEnvironment { StoreEnvironment(custom: nil) }

    /// The clock by which a middleware measures time and sleeps.
    @_alwaysEmitIntoClient public var clock: any Clock<Duration> { custom?.clock ?? ContinuousClock() }

    /// Starts a task; it is not one of the store, see ``AnyActionHandler/startTask(_:)``.
    @_alwaysEmitIntoClient public func startTask(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>
    {
        if let custom { custom.startTask(operation) } else { Task(operation: operation) }
    }
}
