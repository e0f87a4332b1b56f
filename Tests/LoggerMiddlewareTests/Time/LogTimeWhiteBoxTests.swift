// SPDX-License-Identifier: MIT

@testable import LoggerMiddleware
import Testing

@Suite struct LogTimeWhiteBoxTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999_999_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_001_000_000, "2000-02-29T00:00:00.001Z"),
            (1_795_552_099_123_456_789, "2026-11-24T20:28:19.123Z"),
            (4_102_444_800_000_000_000, "2100-01-01T00:00:00.000Z"),
        ] as [(UInt64, String)]
    )
    func timeOfDayIsFormattedInUTC(nanoseconds: UInt64, text: String) {
        #expect(LogTime.text(epoch: nanoseconds) == text)
    }
}
