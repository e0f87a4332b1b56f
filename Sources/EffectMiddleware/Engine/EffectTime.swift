// SPDX-License-Identifier: MIT

/// A clock whose instants are counted from when it was first used.
protocol EffectTime: AnyObject, Sendable {
    var now: Duration { get }
    func sleep(until deadline: Duration) async throws
    func sleep(for duration: Duration) async throws
}

final class EffectTimeOf<ClockType: Clock<Duration>>: EffectTime {
    private let clock: ClockType
    private let start: ClockType.Instant

    init(_ clock: ClockType) {
        self.clock = clock
        start = clock.now
    }

    var now: Duration { start.duration(to: clock.now) }

    func sleep(until deadline: Duration) async throws {
        try await clock.sleep(until: start.advanced(by: deadline), tolerance: nil)
    }

    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}

func effectTime(of clock: some Clock<Duration>) -> any EffectTime { EffectTimeOf(clock) }
