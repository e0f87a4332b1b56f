// SPDX-License-Identifier: MIT

import Testing

@testable import RexTesting

/// A search ends with the smallest failing schedule of a program, from any seed, and the same seed repeats it.
@Suite struct SmallestScheduleWhiteBoxTests {
    struct Program: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let smallest: [Int]
        /// Returns a text if the schedule makes the program fail.
        let body: @Sendable (Exploration) -> String?

        init(_ name: String, _ smallest: [Int], body: @escaping @Sendable (Exploration) -> String?) {
            (testDescription, self.smallest, self.body) = (name, smallest, body)
        }
    }

    private static let programs = [
        Program("numbers, two of them large", [2, 4, 4]) { exploration in
            let count = answers(6, of: exploration)[0]
            let numbers = (0..<count).map { _ in answers(10, of: exploration)[0] }
            return numbers.count { $0 > 3 } < 2 ? nil : "large"
        },
        Program("a third run that overtakes the first one twice", [2, 2]) { exploration in
            let ready = steps(of: (1...3).map { .run(run($0)) })
            let taken = (0..<6).map { _ in exploration.chooseStep(ready, or: .nothing) ?? 0 }
            return taken.count { $0 == 2 } < 2 ? nil : "overtaken"
        },
        Program("two calls that the test overtakes", [2, 1, 1, 1, 1]) { exploration in
            var late = 0
            for _ in 0..<answers(5, of: exploration)[0] {
                let value = answers(3, of: exploration)[0]
                exploration.noteCall("call(\(value))", of: 1)
                if exploration.postponesSteps(ahead: .scheduler), value == 1 { late += 1 }
            }
            return late < 2 ? nil : "late"
        },
        Program("the only failing schedule of twelve", [1, 0, 2]) { exploration in
            answers(2, 2, 3, of: exploration) == [1, 0, 2] ? "met" : nil
        },
    ]

    private static func answers(_ counts: Int..., of exploration: Exploration) -> [Int] {
        counts.map { count in exploration.testValue(count) { $0.number(below: count) } }
    }

    private static func run(_ number: Int) -> ActiveRun { ActiveRun(number: number, store: 1, nil, source: nil) }

    private static func steps(of subjects: [ReadyQueue.Subject]) -> ArraySlice<ReadyQueue.Step> {
        subjects.map { .init(subject: $0, moment: .zero, survives: false) {} }[...]
    }

    /// Returns the smallest failing schedule, and the number of tried schedules.
    private func search(_ program: Program, seed: UInt64) -> (smallest: [Int]?, tries: Int) {
        var search = ScheduleSearch(200, seed: seed, lateness: .zero)
        var tries = 0
        while let origin = search.next() {
            let exploration = Exploration(origin, lateness: .zero)
            if let text = program.body(exploration) { exploration.fail(.init(text: text, location: nil, kind: text)) }
            exploration.end()
            search.record(exploration)
            tries += 1
        }
        return (search.failing?.smallest, tries)
    }

    @Test(arguments: programs, 1...20 as ClosedRange<UInt64>)
    private func searchEndsWithTheSmallestSchedule(program: Program, seed: UInt64) {
        let found = search(program, seed: seed)
        #expect(found.smallest == program.smallest)
        #expect(found.tries < 300)
        #expect(found == search(program, seed: seed))
    }
}
