// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import Testing

@testable import RexTesting

/// Failing schedules are saved beside the test, and tried first.
@Suite struct KeptSchedulesWhiteBoxTests {
    private struct Unwanted: Error {}

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "SomeTests.swift")
    }

    private func kept(_ function: String = "orders()") -> KeptSchedules {
        KeptSchedules(of: folder.file("SomeTests.swift"), function)
    }

    @Test func fileHasTheLastFiveSchedulesOfAFunctionAndIsIgnoredByGit() throws {
        for number in [1, 2, 3, 4, 5, 3, 6, 7] { kept().keep([0, number]) }
        kept("others(_:)").keep([9])
        #expect(kept().choices == [[0, 7], [0, 6], [0, 3], [0, 5], [0, 4]])
        #expect(kept("others(_:)").choices == [[9]])
        #expect(kept("more()").choices == [])
        #expect(try folder.text(of: ".rex-failures/.gitignore") == "*\n")
        #expect(
            try folder.text(of: ".rex-failures/SomeTests.others____.txt") == """
                # Failing schedules. exploreSchedules tries them first. You may delete lines, or the file.
                9

                """
        )
    }

    @Test func invalidLinesAreSkipped() throws {
        kept().keep([1, 2])
        let path = ".rex-failures/SomeTests.orders__.txt"
        try folder.write(try folder.text(of: path) + "\nnothing\n3 x\n-1\n4 5 6\n", to: path)
        #expect(kept().choices == [[1, 2], [4, 5, 6]])
    }

    @Test func scheduleInOrderIsNotSaved() {
        kept().keep([])
        #expect(kept().choices == [])
    }

    /// Without the folder of the source file, a test does not make one.
    @Test func nothingIsSavedWithoutTheSourceFile() throws {
        let other = KeptSchedules(of: folder.file("elsewhere/SomeTests.swift"), "orders()")
        other.keep([1])
        #expect(other.choices == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["SomeTests.swift"])
    }

    /// The tried values of a space of 1,000 values with one failure.
    private func explore(_ seed: UInt64? = nil, kept: [[Int]]) -> (answers: [Int], failing: ScheduleSearch.Failing?) {
        var search = ScheduleSearch(20, seed: seed, lateness: .zero, kept: kept)
        var answers: [Int] = []
        while let origin = search.next() {
            let exploration = Exploration(origin, lateness: .zero)
            let answer = exploration.testValue(1_000) { $0.number(below: 1_000) }
            if search.failing == nil { answers.append(answer) }
            if answer == 777 { exploration.fail(.init(text: "wrong", location: nil)) }
            exploration.end()
            search.record(exploration)
        }
        return (answers, search.failing)
    }

    @Test func savedSchedulesAreTriedFirstAndInAddition() {
        let (plain, _) = explore(kept: [])
        #expect(plain.count == 20)
        #expect(explore(kept: [[3], [5]]).answers == [3, 5] + plain)
        let (answers, failing) = explore(kept: [[3], [777], [5]])
        #expect(answers == [3, 777])
        #expect(failing?.index == 0)
        #expect(failing?.seed != nil && failing?.smallest == [777])
    }

    /// The schedules of the fixed seed do not find it, so only the saved schedule does.
    @Test func savedFailureIsFoundImmediately() {
        func run(seed: UInt64? = nil) -> (texts: [String], explored: Int?) {
            let explored = Recorder<Int>()
            let texts = withKnownIssues {
                let place = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
                let result = RexTesting.explore(300, seed, .zero, kept(), at: place) { schedule in
                    if schedule.int(in: 0...1_000) == 700 { throw Unwanted() }
                }
                explored.record(result.count)
            }
            return (texts, explored.events.first)
        }
        #expect(run().texts == [])
        let seed = (2...100 as ClosedRange<UInt64>).first { !run(seed: $0 << 32).texts.isEmpty }
        #expect(seed != nil)
        let again = run()
        #expect(again.explored == 0)
        let path = folder.file(".rex-failures/SomeTests.orders__.txt")
        #expect(
            again.texts.first?.hasPrefix("A saved schedule of \(path) fails; exploreSchedules(1, seed: ") == true
        )
    }

    /// Returns the failures of `body`, whose failing schedules are saved.
    private func withKnownIssues(_ body: () -> Void) -> [String] {
        let texts = Recorder<String>()
        withKnownIssue(isIntermittent: true) {
            body()
        } matching: { issue in
            texts.record(issue.comments.map(\.rawValue).joined(separator: "\n"))
            return true
        }
        return texts.events
    }
}
