// SPDX-License-Identifier: MIT

import RexCore

/// A type-erased clock that measures the time since its first use.
protocol EffectClock: AnyObject, Sendable {
    var now: Duration { get }
    /// Whether a test controls the clock, so that a sleep can be postponed.
    var isVirtual: Bool { get }
    func sleep(until deadline: Duration) async throws
    func sleep(for duration: Duration) async throws
    /// Sleeps until a deadline, which can be postponed with `alarm`. Only for a virtual clock.
    func sleep(until deadline: Duration, _ alarm: VirtualAlarm) async throws
    /// Postpones the sleep of an alarm to a later deadline.
    func postpone(_ alarm: VirtualAlarm, to deadline: Duration)
}
