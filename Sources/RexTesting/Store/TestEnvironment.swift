// SPDX-License-Identifier: MIT

/// The time of a ``TestStore``, for dependencies of middlewares that need one of their own.
///
/// A middleware that takes the clock of its output's environment needs nothing of this.
public struct TestEnvironment: Sendable {
    /// The clock that the test moves.
    public let clock: TestClock
    /// A scheduler of publishers with the time of ``clock``.
    public let scheduler: TestScheduler

    init(_ world: TestWorld) {
        (clock, scheduler) = (world.clock, world.scheduler)
    }
}
