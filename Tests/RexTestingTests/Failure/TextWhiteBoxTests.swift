// SPDX-License-Identifier: MIT

import Testing

@testable import RexTesting

/// The texts of values in failures.
@Suite struct TextWhiteBoxTests {
    @Test(arguments: [
        (Duration.zero, "0.0 seconds", ".seconds(0)"), (.seconds(90), "90.0 seconds", ".seconds(90)"),
        (.seconds(-1), "-1.0 seconds", ".seconds(-1)"),
        (.milliseconds(1_500), "1.5 seconds", ".milliseconds(1500)"),
        (.milliseconds(-1_500), "-1.5 seconds", ".milliseconds(-1500)"),
        (.milliseconds(-500), "-0.5 seconds", ".milliseconds(-500)"),
        (.microseconds(2_000_050), "2.00005 seconds", ".microseconds(2000050)"),
        (.nanoseconds(7), "0.000000007 seconds", ".nanoseconds(7)"),
        (.init(secondsComponent: 0, attosecondsComponent: 1), "0.0 seconds", ".seconds(1e-18)"),
    ]) func durations(duration: Duration, words: String, program: String) {
        #expect(text(of: duration) == words)
        #expect(code(duration) == program)
    }

    /// A unit is not used if its count would overflow.
    @Test(
        arguments: [
            (9_223_372_036_854_775, 807_000, ".milliseconds(9223372036854775807)"),
            (9_223_372_036_854_775, 808_000, ".seconds(9.223372036854776e+15)"),
            (9_223_372_036_854_776, 1_000, ".seconds(9.223372036854776e+15)"),
            (9_223_372_036_854, 775_807, ".microseconds(9223372036854775807)"),
            (9_223_372_036_854, 775_808, ".seconds(9223372036854.775)"),
        ] as [(Int64, Int64, String)]
    )
    func longDurations(seconds: Int64, microseconds: Int64, program: String) {
        let attoseconds = microseconds * 1_000_000_000_000
        let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        #expect(code(duration) == program)
    }

    @Test func equalValuesDoNotDiffer() {
        struct Loose: Equatable {
            var number: Int
            static func == (_: Loose, _: Loose) -> Bool { true }
        }
        struct Plain { var number: Int }
        #expect(difference(from: Loose(number: 1), to: Loose(number: 2)) == nil)
        #expect(difference(from: Plain(number: 1), to: Plain(number: 1)) == nil)
        #expect(difference(from: Plain(number: 1), to: Plain(number: 2)) == "- number: 1\n+ number: 2")
        #expect(difference(from: 1 as Any, to: "1" as Any) != nil)
    }

    @Test func fileNameIsTheLastPathComponent() {
        #expect(["/a/b.swift", "c.swift", "", "/"].map { fileName($0) } == ["b.swift", "c.swift", "", ""])
    }
}
