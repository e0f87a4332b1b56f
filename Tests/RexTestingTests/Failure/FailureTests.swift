// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import RexTesting
import Testing
import XCTest

/// Whether this process was started to report failures.
private let isToFail = ProcessInfo.processInfo.environment["REX_FAILING_TESTS"] != nil

/// The tests below run this suite in a child process.
@Suite(.enabled(if: isToFail)) struct FailingTests {
    @Test func fail() async {
        await failAll()
    }
}

/// Calls all cases, without saved schedules.
private func failAll() async {
    await KeptSchedules.$areOff.withValue(true) {
        for failing in FailureCase.all { await failing.run() }
    }
}

/// The same cases in XCTest.
final class FailingXCTests: XCTestCase {
    func testFail() async {
        guard isToFail else { return }
        await failAll()
    }
}

#if os(Linux)
@Suite(.enabled(if: !isToFail)) struct FailureTests {
    private static let expected = Repository.root.appending(path: "Tests/RexTestingTests/Expected/failures.txt")

    /// The text and the location of a failure.
    private struct Report: Equatable, CustomStringConvertible {
        var place: String
        var text: String
        var description: String { "\(place)\n\(text)" }
    }

    @Test func failuresOfSwiftTestingReadAsExpected() throws {
        let child = try ChildProcess(
            running: "/proc/self/exe",
            arguments: ["--testing-library", "swift-testing", "--filter", "FailingTests"],
            environment: ["REX_FAILING_TESTS": "1", "NO_COLOR": "1"]
        )
        let output = child.remainingOutput() + child.remainingErrors()
        let reports = output.components(separatedBy: " recorded an issue at ").dropFirst().map { part in
            var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            let place = lines.removeFirst().split(separator: ":").prefix(2).joined(separator: ":")
            // The text begins after a symbol, and its other lines are indented.
            let first = lines.removeFirst().drop { $0 != " " }.dropFirst()
            let rest = lines.prefix { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
            return Report(place: place, text: ([first] + rest).joined(separator: "\n"))
        }
        try compare(reports)
    }

    @Test func failuresOfXCTestReadAsExpected() throws {
        let child = try ChildProcess(
            running: "/proc/self/exe",
            arguments: ["RexTestingTests.FailingXCTests"],
            environment: ["REX_FAILING_TESTS": "1"]
        )
        let (output, errors) = (child.remainingOutput(), child.remainingErrors())
        // This process runs no test of swift-testing, so that library gets no failure.
        #expect(!output.contains("recorded an issue") && !errors.contains("issue"), "\(errors)")
        let parts = output.components(separatedBy: ": error: FailingXCTests.testFail : failed - ")
        let reports = zip(parts, parts.dropFirst()).map { before, after in
            let place = before.split(separator: "\n").last?.split(separator: "/").last ?? ""
            // After the text come the location of the next failure or the end of the test.
            let lines = after.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.dropLast().prefix { !$0.hasPrefix("Test Case ") }.joined(separator: "\n")
            return Report(place: String(place), text: text)
        }
        try compare(reports)
    }

    /// Each failure text on the guide's page was really printed.
    @Test func pageShowsTheRealFailureTexts() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Docs/Rex.docc/Testing.md"), encoding: .utf8)
        let expected = try String(contentsOf: Self.expected, encoding: .utf8)
        let texts = page.components(separatedBy: "```text\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(texts.count == 2)
        for text in texts { #expect(expected.contains(text), "\(text)") }
    }

    @Test func failureOutsideOfBothLibrariesTraps() throws {
        // The backtrace of a program with a sanitizer is slow.
        let child = try ChildProcess(product: "TestingProbe", environment: ["SWIFT_BACKTRACE": "enable=no"])
        let errors = child.remainingErrors()
        let place = "/Tests/TestingProbe/main.swift:9"
        #expect(errors.contains("\(place) outside of swift-testing and XCTest:\nadvance(): No timer is pending."))
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() != .exited(0))
    }

    private func compare(_ reports: [Report]) throws {
        #expect(reports.count == FailureCase.all.count)
        let found = zip(FailureCase.all, reports).map { "## \($0.name)\n\n\($1)\n" }.joined(separator: "\n")
            .replacing(/Found after .* seconds,(.*) in .* seconds/) {
                "Found after … seconds,\($0.output.1) in … seconds"
            }
        if ProcessInfo.processInfo.environment["RENEW"] != nil {
            try found.write(to: Self.expected, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: Self.expected, encoding: .utf8)
        let changes = found.split(separator: "\n").difference(from: expected.split(separator: "\n"))
        #expect(
            changes.isEmpty,
            """
            If it is meant, run RENEW=1 swift test --filter FailureTests, read what changed, and commit it.
            \(changes.map { "\($0)" }.joined(separator: "\n"))
            """
        )
    }
}
#endif
