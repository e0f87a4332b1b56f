// SPDX-License-Identifier: MIT

/// A type-erased clock whose instants are the time since it was first used.
protocol EffectClock: AnyObject, Sendable {
    var now: Duration { get }
    func sleep(until deadline: Duration) async throws
    func sleep(for duration: Duration) async throws
}
