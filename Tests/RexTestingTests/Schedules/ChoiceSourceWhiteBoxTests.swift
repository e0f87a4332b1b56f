// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexTesting

@Suite struct ChoiceSourceWhiteBoxTests {
    /// Each choice gets its earlier value.
    ///
    /// Later test values come from `testValues`.
    @Test func givenChoicesAreRepeated() {
        var choiceSource = ChoiceSource(.choices([1, 9, 2], testValues: [3, 7]))
        let questions = [(4, false), (5, false), (3, true), (10, true), (10, false), (6, true), (4, true)]
        #expect(questions.map { choiceSource.given(below: $0.0, isTestValue: $0.1) } == [1, 4, 2, 3, 0, 5, 0])
    }

    @Test func seedOfAPathRepeatsItsChoices() throws {
        func seed(_ choices: [(value: Int, count: Int)]) -> UInt64? {
            ChoiceSource.seed(of: choices.map { .init(value: $0.value, count: $0.count, isTestValue: false) })
        }
        let bit: UInt64 = 1 << 63
        #expect(seed([]) == bit)
        #expect(seed([(2, 3), (3, 4), (1, 5)]) == bit + 2 + 3 * 3 + 12)
        let many = [(1, 1 << 19), (1, 1 << 19), (31, 1 << 5)]
        #expect(seed(many) == bit + 1 + 1 << 19 + 31 << 38)
        #expect(seed(many + [(1, 2)]) == nil)
        #expect(seed([(1, 1 << 20)]) == nil)
        #expect(seed(many + [(0, 2), (0, 1 << 20)]) == seed(many))
        #expect(seed([(7, 1 << 20 - 1)]) == bit + 7)
        var choiceSource = ChoiceSource(.seed(bit + 2 + 3 * 3 + 12))
        #expect([3, 4, 5, 6].map { choiceSource.given(below: $0, isTestValue: $0 == 4) } == [2, 3, 1, 0])
        #expect(ChoiceSource.drawn(.max) == bit - 1)
    }

    /// A seed that was written down must keep its meaning.
    @Test func seedDrawsTheRecordedSteps() {
        let drawn = (0..<12 as Range<UInt64>).map { seed in
            var choiceSource = ChoiceSource(.seed(seed))
            return (0..<40).map { index in
                let step = choiceSource.step(among: [10, 11, 10, 12, 10 + index % 7])
                return "\(step)\(choiceSource.isAtOnce() ? "" : "-")"
            }
            .joined()
        }
        #expect(
            drawn == [
                "4-2-3-4-1-3-2-0-2-4-3-1-0-3-1-4-2-3-1-0-0-4-1-0-0-4-4-4-1-4-4-4-0-4-0-2-1-1-3-2-",
                "13044440004-4-040-004404-0004404-000440400044",
                "00-0-0-4-04-00-00-40-4-00-00-404-0-0-004-04-00-00-4-04000-04",
                "11-1111113333333-333333-33044400-004440000-44-",
                "2-144-4441-3122-3-100-21-423-1-4-3-0-3-3-4-3232-34-23-1-31-4",
                "3-1-401-3-1-3444-223-3-0-3-2-311102-422-0-0104-3-2-2-230-2-4",
                "1111111111111111111111111111111111111111",
                "1-4-3-0-3-0-0-2-2-3-3-0-1-0-2-2-1-3-2-3-3-2-2-3-1-3-4-1-4-2-0-2-3-2-2-1-2-3-3-1-",
                "000-0-0-0-0-000-000-0-000-00-0-000-0-000-0-0000-00-0-0-0-00-0-",
                "3333344333334433333443333344333334433333",
                "1-11-11141-1-1-1-11411-1-11141-11111-4-11-1111-41-11-11",
                "1111441111144111114411-111-4-4111-11-44111114",
            ]
        )
        var generator = SplitMix(state: 0)
        #expect([generator.next(), generator.next()] == [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4])
    }

    @Test func seedDrawsTheRecordedTestValues() {
        let schedules = (1...3 as ClosedRange<UInt64>).map {
            Schedule(exploration: Exploration(.seed($0), lateness: .zero))
        }
        let answers = schedules.map { schedule in
            [
                (0..<20).map { _ in schedule.chance(0.3) ? "y" : "n" }.joined(), "\(schedule.int(in: -9_999...9_999))",
                "\(schedule.int(in: .min ... .max))", "\(schedule.int(in: 0 ... .max))", "\(schedule.random(1))",
            ]
        }
        #expect(
            answers == [
                ["ynynnnnnynnyyynnynyn", "-150", "1805053993228292228", "2714793613212462189", "9919478664978942520"],
                ["ynnnnyynynnnnnnnnyny", "1688", "-7013979913362274530", "5550354510177463682", "5810250481011432808"],
                ["ynnnnnyyynnnyynnnnyn", "2179", "3600104590639924081", "8098345503006407461", "6604242454070572653"],
            ]
        )
        #expect(
            (1...2).map { Schedule.inOrder.random($0) } == [13_898_507_668_257_350_876, 12_163_126_605_406_972_082]
        )
    }

    @Test func testValuesAreReportedWithTheirLabels() {
        let exploration = Exploration(.choices([3, 1, 1, 1, 0, 2, 1, 1, 0, 5, 6]), lateness: .zero, keepsEvents: true)
        let schedule = Schedule(exploration: exploration)
        #expect(schedule.int(in: -2...4) == 1)
        #expect(schedule.bool() && schedule.chance(0.1))
        #expect(schedule.element(of: ["x", "y"]) == "y")
        #expect(schedule.int(in: 5...7, "five") == 5)
        #expect(schedule.element(of: [7, 8, 9], "number") == 9)
        #expect(schedule.bool("open") && schedule.chance(0.5, "rain"))
        #expect(schedule.int(in: 0...(.max - 1), "long") == 0)
        #expect(schedule.int(in: 1...1, "one") == 1)
        #expect(schedule.int(in: 0...10) == 5)
        #expect(schedule.random(1) != Schedule.inOrder.random(1))
        #expect(
            exploration.lines == [
                "  int: 1", "  bool: true", "  chance: true", "  element: \"y\"", "  five: 5", "  number: 9",
                "  open: true", "  rain: true", "  long: 0", "  one: 1", "  int: 5",
            ]
        )
    }

    /// A range with more numbers than `Int.max` is halved first.
    @Test(arguments: [
        ([0, 0], Int.min, ["-1: false", "-4611686018427387904: false"]),
        ([0, 1, .max], -1, ["-1: false", "-4611686018427387904: true"]),
        ([1, 0], 0, ["-1: true", "4611686018427387903: false"]),
        ([1, 1, .max], .max, ["-1: true", "4611686018427387903: true"]),
    ]) func widestRangesAreHalved(choices: [Int], number: Int, bounds: [String]) {
        let exploration = Exploration(.choices(choices), lateness: .zero, keepsEvents: true)
        #expect(Schedule(exploration: exploration).int(in: .min ... .max, "all") == number)
        #expect(exploration.lines == bounds.map { "  all is above \($0)" } + ["  all: \(number)"])
    }

    @Test func emptyCollectionsAndInvalidProbabilitiesTrap() async {
        await #expect(processExitsWith: .failure) { _ = Schedule.inOrder.element(of: [Int]()) }
        await #expect(processExitsWith: .failure) { _ = Schedule.inOrder.chance(1.5) }
        await #expect(processExitsWith: .failure) { exploreSchedules(1, lateness: .nanoseconds(-1)) { _ in } }
    }
}
