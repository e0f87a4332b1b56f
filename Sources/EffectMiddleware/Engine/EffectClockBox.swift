// SPDX-License-Identifier: MIT

import RexCore

/// The ``EffectClock`` of a typed clock.
final class EffectClockBox<ClockType: Clock<Duration>>: EffectClock {
    private let clock: ClockType
    private let start: ClockType.Instant
    private let virtual: (any VirtualTime)?
    /// The time of the virtual clock at the start.
    private let virtualStart: Duration

    init(_ clock: ClockType) {
        self.clock = clock
        start = clock.now
        virtual = clock as? any VirtualTime
        virtualStart = virtual?.elapsed ?? .zero
    }

    var isVirtual: Bool { virtual != nil }

    var now: Duration { start.duration(to: clock.now) }

    func sleep(until deadline: Duration) async throws {
        try await clock.sleepInQueue(until: start.advanced(by: deadline.sleepable))
    }

    func sleep(for duration: Duration) async throws {
        try await clock.sleepInQueue(for: duration)
    }

    func sleep(until deadline: Duration, _ alarm: VirtualAlarm) async throws {
        guard let virtual else { return try await sleep(until: deadline) }
        try await virtual.sleep(until: virtualStart + deadline.sleepable, alarm)
    }

    func postpone(_ alarm: VirtualAlarm, to deadline: Duration) {
        alarm.postpone(to: virtualStart + deadline.sleepable)
    }
}
