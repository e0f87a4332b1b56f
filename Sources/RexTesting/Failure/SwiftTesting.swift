// SPDX-License-Identifier: MIT

import CRexSystem

/// The functions of the library that are called, without its types, which are opaque here.
protocol SwiftTestingLibrary: Sendable {
    /// True in a test.
    var isInTest: Bool { get }

    /// Records a failure.
    func record(_ text: String, at place: CallSite)

    /// Calls `body`, and `note` with each issue in it that is no warning, which is a known one
    /// then.
    func noticeIssues(_ body: () -> Void, _ note: @escaping @Sendable (_ text: String, _ place: String?) -> Void)
}

/// The library, if it is part of this process.
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

/// Functions of the library, found by their symbols.
///
/// Values of its types are passed here as those of unknown types are, which is how a library with a
/// stable interface passes them.
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

    /// Nil where one of the functions is not there.
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

    func record(_ text: String, at place: CallSite) {
        let comment = (text as? Comment.RawValue).flatMap(Comment.init(rawValue:))
        _ = recordIssue(comment, location(of: place))
    }

    func noticeIssues(_ body: () -> Void, _ note: @escaping @Sendable (_ text: String, _ place: String?) -> Void) {
        let nowhere = makeLocation("Rex/ExploreSchedules.swift", "Rex/ExploreSchedules.swift", 1, 1)
        do {
            try withKnownIssue(nil, true, nowhere, body, { true }) { issue in
                let parts = Mirror(reflecting: issue)
                if let severity = parts.descendant("severity"), "\(severity)" == "warning" { return false }
                note("\(issue)", parts.descendant("sourceContext", "sourceLocation").flatMap(place))
                return true
            }
        } catch {
            // Only `body` could throw.
        }
    }

    private func location(of place: CallSite) -> Location {
        makeLocation("\(place.fileID)", "\(place.filePath)", Int(place.line), Int(place.column))
    }
}

/// The file and the line of a place, or of an optional one.
private func place(of location: Any) -> String? {
    let parts = Mirror(reflecting: location)
    if parts.displayStyle == .optional { return parts.children.first.flatMap { place(of: $0.value) } }
    guard let file = parts.descendant("fileID"), let line = parts.descendant("line") else { return nil }
    return "\(file):\(line)"
}
