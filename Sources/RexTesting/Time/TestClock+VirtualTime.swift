// SPDX-License-Identifier: MIT

package import RexCore

extension TestClock: VirtualTime {
    package var elapsed: Duration { now.offset }

    package func sleep(until moment: Duration, _ alarm: VirtualAlarm) async throws {
        let number = world.newNumber()
        alarm.set { [world] in world.postponeEvent(number, to: $0) }
        defer { alarm.set(nil) }
        try await sleep(until: Instant(offset: moment), number: number)
    }
}
