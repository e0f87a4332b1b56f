// SPDX-License-Identifier: MIT

import RexCore

/// A type-erased clock that measures the time since its first use.
protocol EffectClock: AnyObject, Sendable {
    var now: Duration { get }
    /// Whether a test controls the clock, so that the deadline of a sleep can become later.
    var isVirtual: Bool { get }
    func sleep(for duration: Duration) async throws
    /// Sleeps until a deadline or, by a virtual clock, until the one that `current` has then.
    func sleep(until deadline: Duration, or current: Lock<Duration>?) async throws
}
