// SPDX-License-Identifier: MIT

/// The time of a ``TestStore``, for dependencies of middlewares that need one of their own.
///
/// A middleware that takes the clock of its output's environment needs nothing of this.
public struct TestEnvironment: Sendable {
    /// The clock that the test moves.
    public let clock: TestClock
    #if canImport(Dispatch)
    /// A scheduler of publishers with the time of ``clock``.
    public var scheduler: TestScheduler { TestScheduler(clock: clock) }
    #endif

    init(_ world: TestWorld) { clock = world.clock }
}
