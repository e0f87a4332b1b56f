// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import RexTesting
import Testing
import XCTest

/// Whether this process is one that is started to fail.
private let isToFail = ProcessInfo.processInfo.environment["REX_FAILING_TESTS"] != nil

/// Run by the tests below, in a process of its own.
@Suite(.enabled(if: isToFail)) struct FailingTests {
    @Test func fail() async {
        await failAll()
    }
}

/// Without schedules that are kept from one process to the next.
private func failAll() async {
    await KeptSchedules.$areOff.withValue(true) {
        for failing in FailureCase.all { await failing.run() }
    }
}

/// The same in the other library.
final class FailingXCTests: XCTestCase {
    func testFail() async {
        guard isToFail else { return }
        await failAll()
    }
}

#if os(Linux)
@Suite(.enabled(if: !isToFail)) struct FailureTests {
    private static let expected = Repository.root.appending(path: "Tests/RexTestingTests/Expected/failures.txt")

    /// What one failure says, and where.
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
            // The text begins behind a sign, and what follows it is indented.
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
        // The other library, of which this process runs no test, gets none of them.
        #expect(!output.contains("recorded an issue") && !errors.contains("issue"), "\(errors)")
        let parts = output.components(separatedBy: ": error: FailingXCTests.testFail : failed - ")
        let reports = zip(parts, parts.dropFirst()).map { before, after in
            let place = before.split(separator: "\n").last?.split(separator: "/").last ?? ""
            // Behind the text stands the place of the next failure, on its last line, or the end.
            let lines = after.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.dropLast().prefix { !$0.hasPrefix("Test Case ") }.joined(separator: "\n")
            return Report(place: String(place), text: text)
        }
        try compare(reports)
    }

    /// The texts of failures in the guide are texts that were printed.
    @Test func pagesShowFailuresAsTheyAre() throws {
        let guide = Repository.root.appending(path: "Docs/Rex.docc")
        let pages = try ["Testing.md", "EveryOrder.md"].map {
            try String(contentsOf: guide.appending(path: $0), encoding: .utf8)
        }
        let page = pages.joined(separator: "\n")
        let expected = try String(contentsOf: Self.expected, encoding: .utf8)
        let texts = page.components(separatedBy: "```text\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(texts.count == 2)
        for text in texts { #expect(expected.contains(text), "\(text)") }
    }

    @Test func failureWithoutALibraryOfTestsStopsTheProgram() throws {
        // The backtrace of a program with a sanitizer takes long.
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
