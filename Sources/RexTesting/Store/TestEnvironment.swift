// SPDX-License-Identifier: MIT

/// The time of a ``TestStore``, for dependencies of middlewares that need a clock or a scheduler.
///
/// A middleware that takes the clock of its output's environment does not need this.
public struct TestEnvironment: Sendable {
    /// The clock that the test advances.
    public let clock: TestClock
    #if canImport(Dispatch)
    /// A scheduler of publishers that follows ``clock``.
    public var scheduler: TestScheduler { TestScheduler(clock: clock) }
    #endif

    init(_ world: TestWorld) { clock = world.clock }
}
