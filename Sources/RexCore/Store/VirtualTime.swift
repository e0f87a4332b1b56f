// SPDX-License-Identifier: MIT

/// A clock that a test moves, and that begins at zero.
package protocol VirtualTime: Sendable {
    /// The time since the clock was made.
    var elapsed: Duration { get }

    /// Sleeps until a moment, which `alarm` can move to a later one while the sleep lasts.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until deadline: Duration, _ alarm: VirtualAlarm) async throws
}

/// Moves the end of a sleep to a later moment.
///
/// A middleware with one timer for many deadlines may wake at a deadline that no longer counts, and
/// sleep again. In a test such a wake-up would look like work that is due.
package final class VirtualAlarm: Sendable {
    private let move = Lock<(@Sendable (Duration) -> Void)?>(nil)

    package init() {}

    /// Sets the function that moves the current sleep; nil if nothing sleeps.
    package func set(_ move: (@Sendable (Duration) -> Void)?) {
        let old = self.move.withLock { current in
            defer { current = move }
            return current
        }
        extendLifetime(old)
    }

    /// Moves the end of the current sleep to a later moment, or does nothing if nothing sleeps.
    package func postpone(to deadline: Duration) { move.withLock { $0 }?(deadline) }
}

extension StoreEnvironment {
    /// The time of a clock that a test moves; nil with any other clock.
    package var virtualTime: Duration? { clockBox.flatMap { $0 as? any VirtualTime }?.elapsed }
}
