// SPDX-License-Identifier: MIT

/// A clock that starts at zero and that a test advances.
///
/// For authors of test stores: EffectMiddleware sleeps on such a clock with ``sleep(until:)``.
public protocol VirtualTime: Sendable {
    /// The virtual time since the clock was created.
    var elapsed: Duration { get }

    /// Sleeps until a deadline that may become later during the sleep.
    ///
    /// A middleware with one timer for many deadlines would otherwise wake at a deadline that no
    /// longer counts, and sleep again. In a test, such a wake-up would look like pending work.
    ///
    /// - Parameter deadline: Returns the current deadline. It takes only a lock of its own, so a clock
    ///   may call it at any time, also under a lock.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until deadline: @escaping @Sendable () -> Duration) async throws
}

extension StoreEnvironment {
    /// The virtual time of a test's clock, or nil for other clocks.
    public var virtualTime: Duration? { clockBox.flatMap { $0 as? any VirtualTime }?.elapsed }
}
