// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@testable import RexTesting

/// Transcripts of searches: the tried schedules of some programs, in order.
///
/// A seed that was written down must keep its meaning, and a review must show a search that becomes worse.
@Suite struct SearchTranscriptWhiteBoxTests {
    /// A program.
    ///
    /// It fails if the body returns a text.
    private struct Program: Sendable {
        let name: String
        var count = 50
        var seed: UInt64?
        let body: @Sendable (Exploration) -> String?
    }

    private static let programs = spaces + failing

    private static let spaces = [
        Program(name: "a few schedules, all tried") { nothing(answers(2, 3, of: $0)) },
        Program(name: "more schedules than the count", count: 3) { nothing(answers(3, 4, of: $0)) },
        Program(name: "from a seed on", count: 4, seed: 1 << 63 - 3) { nothing(answers(9, 9, of: $0)) },
        Program(name: "steps of runs, a store, a scheduler and the test", count: 12) { exploration in
            let steps = steps(of: [.run(run(1)), .store(1), .scheduler, .run(run(2)), .test, .run(run(1))])
            for index in 0..<16 {
                let alternative: WorldCore.Alternative =
                    index % 3 == 0 ? .nothing : index % 3 == 1 ? .testFirst : .time(.seconds(1))
                _ = exploration.chooseStep(steps[(index % 4)...], or: alternative)
                _ = exploration.postponesSteps(ahead: .store(2))
                _ = (exploration.processesAtOnce(), exploration.queuesFollowUps())
            }
            return nil
        },
    ]

    private static let failing = [
        Program(name: "numbers, two of them large", seed: 11) { exploration in
            let count = answers(6, of: exploration)[0]
            let numbers = (0..<count).map { _ in answers(10, of: exploration)[0] }
            return numbers.count { $0 > 3 } < 2 ? nil : "large"
        },
        Program(name: "a third run that overtakes the first one twice", seed: 5) { exploration in
            let ready = steps(of: (1...3).map { .run(run($0)) })
            let taken = (0..<6).map { _ in exploration.chooseStep(ready, or: .nothing) ?? 0 }
            return taken.count { $0 == 2 } < 2 ? nil : "overtaken"
        },
        Program(name: "two calls that the test overtakes", seed: 3) { exploration in
            var late = 0
            for _ in 0..<answers(5, of: exploration)[0] {
                let value = answers(3, of: exploration)[0]
                exploration.noteCall("call(\(value))", of: 1)
                if exploration.postponesSteps(ahead: .scheduler), value == 1 { late += 1 }
            }
            return late < 2 ? nil : "late"
        },
        Program(name: "the only failing schedule of twelve", count: 100) { exploration in
            answers(2, 2, 3, of: exploration) == [1, 0, 2] ? "met" : nil
        },
    ]

    private static func nothing(_: [Int]) -> String? { nil }

    private static func answers(_ counts: Int..., of exploration: Exploration) -> [Int] {
        counts.map { count in exploration.testValue(count) { $0.number(below: count) } }
    }

    private static func run(_ number: Int) -> ActiveRun { ActiveRun(number: number, store: 1, nil, source: nil) }

    private static func steps(of subjects: [ReadyQueue.Subject]) -> ArraySlice<ReadyQueue.Step> {
        subjects.map { .init(subject: $0, moment: .zero, survives: false) {} }[...]
    }

    /// The tried schedules, one per line.
    ///
    /// Of the random schedules during shrinking, only the failing ones.
    private func transcript(_ program: Program) -> String {
        var search = ScheduleSearch(program.count, seed: program.seed, lateness: .zero)
        var lines: [String] = []
        var unsuccessful = 0
        while let origin = search.next() {
            let exploration = Exploration(origin, lateness: .zero)
            let text = program.body(exploration)
            if let text { exploration.fail(.init(text: text, location: nil, kind: text)) }
            exploration.end()
            if search.failing != nil, text == nil, case .seed = origin {
                unsuccessful += 1
            } else {
                let came = exploration.choices.map { "\($0.value)" }.joined(separator: " ")
                lines.append("\(words(for: origin)): \(came)\(text.map { ", \($0)" } ?? "")")
            }
            search.record(exploration)
        }
        lines.append("\(search.summary), \(unsuccessful) drawn in vain")
        if let failing = search.failing {
            lines.append("\(failing.index), \(failing.seed.map { "\($0)" } ?? "in order"): \(failing.smallest)")
        }
        return lines.joined(separator: "\n")
    }

    private func words(for origin: ChoiceSource.Origin) -> String {
        switch origin {
        case .choices(let choices, let answers):
            "[" + (choices.map { "\($0)" } + answers.map { "then \($0)" }).joined(separator: " ") + "]"
        case .seed(let seed, _): "seed \(seed)"
        case .orders(let seed, _): "order \(seed)"
        }
    }

    @Test func searchesMatchTheRecordedTranscripts() throws {
        let place = Repository.root.appending(path: "Tests/RexTestingTests/Expected/searches.txt")
        let found = Self.programs.map { "## \($0.name)\n\n\(transcript($0))\n" }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["RENEW"] != nil {
            try found.write(to: place, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: place, encoding: .utf8)
        let changes = found.split(separator: "\n").difference(from: expected.split(separator: "\n"))
        #expect(
            changes.isEmpty,
            "If it is meant, run RENEW=1 swift test --filter SearchTranscript, read what changed, and commit it."
        )
    }
}
