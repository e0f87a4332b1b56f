// SPDX-License-Identifier: MIT

import CRexSystem

/// The functions of swift-testing that are called here, without its types.
protocol SwiftTestingLibrary: Sendable {
    /// Whether the current task runs a test.
    var isInTest: Bool { get }

    /// Records a failure.
    func record(_ text: String, at location: CallSite)

    /// Calls `body`, and `note` with each issue recorded during that call, except for warnings.
    ///
    /// Each of these issues becomes a known issue.
    func noticeIssues(_ body: () -> Void, _ note: @escaping @Sendable (_ text: String, _ location: String?) -> Void)
}

/// The swift-testing library, or nil if it isn't part of this process.
let swiftTesting: (any SwiftTestingLibrary)? = {
    func library<Test, Comment: RawRepresentable, Location, Issue>(
        _: Test.Type,
        _: Comment.Type,
        _: Location.Type,
        _: Issue.Type
    ) -> (any SwiftTestingLibrary)? {
        SwiftTesting<Test, Comment, Location, Issue>()
    }
    guard
        let test = _typeByName("7Testing4TestV"),
        let comment = _typeByName("7Testing7CommentV") as? any RawRepresentable.Type,
        let location = _typeByName("7Testing14SourceLocationV"),
        let issue = _typeByName("7Testing5IssueV")
    else { return nil }
    return library(test, comment, location, issue)
}()

/// The functions of swift-testing, found by their symbols.
///
/// The types of the library are generic parameters here. So its values are passed indirectly, as a
/// library with a stable interface expects.
private struct SwiftTesting<Test, Comment: RawRepresentable, Location, Issue>: SwiftTestingLibrary {
    private typealias CurrentTest = @convention(thin) @Sendable () -> Test?
    private typealias MakeLocation =
        @convention(thin) @Sendable (_ file: consuming String, _ path: consuming String, _ line: Int, _ column: Int) ->
        Location
    private typealias RecordIssue = @convention(thin) @Sendable (Comment?, Location) -> Issue
    private typealias WithKnownIssue =
        @convention(thin) @Sendable (
            Comment?, _ isIntermittent: Bool, Location, _ body: () throws -> Void, _ precondition: () -> Bool,
            _ matcher: @escaping @Sendable (Issue) -> Bool
        ) throws -> Void

    private let currentTest: CurrentTest
    private let makeLocation: MakeLocation
    private let recordIssue: RecordIssue
    private let withKnownIssue: WithKnownIssue

    /// Returns nil if one of the functions is missing.
    init?() {
        guard
            let currentTest = unsafe rex_symbol("$s7Testing4TestV7currentACSgvgZ"),
            let makeLocation = unsafe rex_symbol("$s7Testing14SourceLocationV6fileID0D4Path4line6columnACSS_SSS2itcfC"),
            let recordIssue = unsafe rex_symbol(
                "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ"
            ),
            let withKnownIssue = unsafe rex_symbol(
                "$s7Testing14withKnownIssue_14isIntermittent14sourceLocation_4when8matching"
                    + "yAA7CommentVSg_SbAA06SourceH0VyyKXESbyXESbAA0D0VYbctKF"
            )
        else { return nil }
        self.currentTest = unsafe unsafeBitCast(currentTest, to: CurrentTest.self)
        self.makeLocation = unsafe unsafeBitCast(makeLocation, to: MakeLocation.self)
        self.recordIssue = unsafe unsafeBitCast(recordIssue, to: RecordIssue.self)
        self.withKnownIssue = unsafe unsafeBitCast(withKnownIssue, to: WithKnownIssue.self)
    }

    var isInTest: Bool { currentTest() != nil }

    func record(_ text: String, at location: CallSite) {
        let comment = (text as? Comment.RawValue).flatMap(Comment.init(rawValue:))
        _ = recordIssue(comment, sourceLocation(of: location))
    }

    func noticeIssues(_ body: () -> Void, _ note: @escaping @Sendable (_ text: String, _ location: String?) -> Void) {
        let nowhere = makeLocation("Rex/ExploreSchedules.swift", "Rex/ExploreSchedules.swift", 1, 1)
        do {
            try withKnownIssue(nil, true, nowhere, body, { true }) { issue in
                let parts = Mirror(reflecting: issue)
                if let severity = parts.descendant("severity"), "\(severity)" == "warning" { return false }
                note("\(issue)", parts.descendant("sourceContext", "sourceLocation").flatMap(name(ofLocation:)))
                return true
            }
        } catch {
            // Only `body` could throw.
        }
    }

    private func sourceLocation(of location: CallSite) -> Location {
        makeLocation("\(location.fileID)", "\(location.filePath)", Int(location.line), Int(location.column))
    }
}

/// Returns the file and the line of a source location, or of an optional one.
private func name(ofLocation location: Any) -> String? {
    let parts = Mirror(reflecting: location)
    if parts.displayStyle == .optional { return parts.children.first.flatMap { name(ofLocation: $0.value) } }
    guard let file = parts.descendant("fileID"), let line = parts.descendant("line") else { return nil }
    return "\(file):\(line)"
}
