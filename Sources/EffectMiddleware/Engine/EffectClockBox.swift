// SPDX-License-Identifier: MIT

import RexCore

/// The ``EffectClock`` of a clock whose type is known.
final class EffectClockBox<ClockType: Clock<Duration>>: EffectClock {
    private let clock: ClockType
    private let start: ClockType.Instant

    init(_ clock: ClockType) {
        self.clock = clock
        start = clock.now
    }

    var now: Duration { start.duration(to: clock.now) }

    func sleep(until deadline: Duration) async throws {
        try await clock.sleep(until: start.advanced(by: deadline.sleepable), tolerance: nil)
    }

    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration.sleepable)
    }
}
