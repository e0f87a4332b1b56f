// SPDX-License-Identifier: MIT

import ClockSleep
import RexCore

/// The ``EffectClock`` of a typed clock.
final class EffectClockBox<ClockType: Clock<Duration>>: EffectClock {
    private let clock: ClockType
    private let start: ClockType.Instant
    private let virtual: (any VirtualTime)?

    init(_ clock: ClockType) {
        self.clock = clock
        virtual = clock as? any VirtualTime
        // So the time of a virtual clock is the one that has elapsed.
        start = clock.now.advanced(by: .zero - (virtual?.elapsed ?? .zero))
    }

    var isVirtual: Bool { virtual != nil }

    var now: Duration { start.duration(to: clock.now) }

    func sleep(for duration: Duration) async throws {
        try await clock.sleepInQueue(for: duration)
    }

    func sleep(until deadline: Duration, or current: Lock<Duration>?) async throws {
        guard let current, let virtual else {
            return try await clock.sleepInQueue(until: start.advanced(by: deadline.sleepable))
        }
        try await virtual.sleep { current.withLock { $0.sleepable } }
    }
}
