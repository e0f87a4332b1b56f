// SPDX-License-Identifier: MIT

import RexCore

/// A type-erased clock whose instants are the time since it was first used.
protocol EffectClock: AnyObject, Sendable {
    var now: Duration { get }
    /// Whether a test moves the clock, so that a sleep can be postponed.
    var isVirtual: Bool { get }
    func sleep(until deadline: Duration) async throws
    func sleep(for duration: Duration) async throws
    /// Sleeps until a deadline that `alarm` can postpone; only of a virtual clock.
    func sleep(until deadline: Duration, _ alarm: VirtualAlarm) async throws
    /// Moves the sleep of an alarm to a later deadline.
    func postpone(_ alarm: VirtualAlarm, to deadline: Duration)
}
