// SPDX-License-Identifier: MIT

public import RexCore

extension TestClock: VirtualTime {
    /// The time since the beginning of the test.
    public var elapsed: Duration { now.offset }

    /// Sleeps until a deadline, which `alarm` can postpone during the sleep.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Duration, _ alarm: VirtualAlarm) async throws {
        let number = world.newNumber()
        alarm.set { [world] in world.postponeEvent(number, to: $0) }
        defer { alarm.set(nil) }
        try await sleep(until: Instant(offset: deadline), number: number)
    }
}
