// SPDX-License-Identifier: MIT

/// A clock that starts at zero and that a test advances.
///
/// For authors of test stores: EffectMiddleware sleeps on such a clock with
/// ``sleep(until:_:)``.
public protocol VirtualTime: Sendable {
    /// The virtual time since the clock was created.
    var elapsed: Duration { get }

    /// Sleeps until a deadline, which `alarm` can postpone during the sleep.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until deadline: Duration, _ alarm: VirtualAlarm) async throws
}

/// Postpones the deadline of a sleep.
///
/// A middleware with one timer for many deadlines may wake at a deadline that no longer counts, and
/// sleep again. In a test, such a wake-up would look like pending work.
public final class VirtualAlarm: Sendable {
    /// A function in a struct, since each access to a plain one behind a lock would allocate.
    private struct Move: Sendable {
        let call: @Sendable (Duration) -> Void
    }

    private let move = Lock<Move?>(nil)

    /// Creates an alarm without a sleep.
    public init() {}

    /// Sets the function that postpones the current sleep, or nil if there is no sleep.
    public func set(_ move: (@Sendable (Duration) -> Void)?) {
        let new = move.map { Move(call: $0) }
        let old = self.move.withLock { current in
            defer { current = new }
            return current
        }
        extendLifetime(old)
    }

    /// Postpones the deadline of the current sleep.
    ///
    /// Does nothing without a sleep.
    public func postpone(to deadline: Duration) { move.withLock { $0 }?.call(deadline) }
}

extension StoreEnvironment {
    /// The virtual time of a test's clock, or nil for other clocks.
    public var virtualTime: Duration? { clockBox.flatMap { $0 as? any VirtualTime }?.elapsed }
}
