// SPDX-License-Identifier: MIT

import CRexSystem

/// The library that runs the tests of this process, found at run time, so that neither is linked.
///
/// Both have a stable interface: swift-testing is built for library evolution, which fixes how its values are passed, in
/// memory of the caller's, and `XCTFail` takes values of the standard library only. What a name stands for is thus
/// known, and that is what makes the calls here safe.
enum TestLibrary {
    /// Records a failure at the place, in the library whose test runs; stops the program if there is none.
    static func report(_ text: String, at place: CallPlace) {
        let isSwiftTesting = SwiftTesting.isInTest || CommandLine.namesSwiftTesting
        let isRecorded =
            isSwiftTesting && SwiftTesting.record(text, at: place)
            || XCTest.record(text, at: place) || SwiftTesting.record(text, at: place)
        guard !isRecorded else { return }
        fatalError("A test failed at \(place.filePath):\(place.line), and neither library of tests is here.\n\(text)")
    }
}

extension CommandLine {
    /// Whether the package manager started this process to run tests of swift-testing.
    fileprivate static var namesSwiftTesting: Bool {
        let arguments = arguments
        return zip(arguments, arguments.dropFirst()).contains { $0 == "--testing-library" && $1 == "swift-testing" }
    }
}

private enum XCTest {
    private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

    static func record(_ text: String, at place: CallPlace) -> Bool {
        guard let symbol = unsafe rex_symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else {
            return false
        }
        let fail = unsafe unsafeBitCast(symbol, to: Fail.self)
        fail(text, place.filePath, place.line)
        return true
    }
}

private enum SwiftTesting {
    /// Whether this code runs in a test.
    static var isInTest: Bool {
        guard
            let getter = unsafe rex_symbol("$s7Testing4TestV7currentACSgvgZ"),
            let type = _typeByName("7Testing4TestV")
        else { return false }
        func isInTest<Test>(_: Test.Type) -> Bool {
            unsafe value(Test?.self) { unsafe rex_call_getter(getter, $0) } != nil
        }
        return _openExistential(type, do: isInTest)
    }

    static func record(_ text: String, at place: CallPlace) -> Bool {
        guard
            let makeLocation = unsafe rex_symbol("$s7Testing14SourceLocationV6fileID0D4Path4line6columnACSS_SSS2itcfC"),
            let recordIssue = unsafe rex_symbol(
                "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ"
            ),
            let commentType = _typeByName("7Testing7CommentV") as? any RawRepresentable.Type,
            let locationType = _typeByName("7Testing14SourceLocationV"),
            let issueType = _typeByName("7Testing5IssueV")
        else { return false }
        func record<Comment: RawRepresentable, Location, Issue>(
            _: Comment.Type,
            _: Location.Type,
            _: Issue.Type
        ) {
            let comment = (text as? Comment.RawValue).flatMap(Comment.init(rawValue:))
            let location = unsafe value(Location.self) { location in
                let (id, path) = (words(of: place.fileID), words(of: place.filePath))
                let (line, column) = (place.line, place.column)
                unsafe rex_call_of_6(makeLocation, location, id.0, id.1, path.0, path.1, line, column)
            }
            unsafe withUnsafePointer(to: comment) { comment in
                unsafe withUnsafePointer(to: location) { location in
                    _ = unsafe value(Issue.self) { unsafe rex_call_of_2(recordIssue, $0, comment, location) }
                }
            }
        }
        func openIssue<Issue>(_ issue: Issue.Type) {
            func openLocation<Location>(_ location: Location.Type) { record(commentType, location, issue) }
            _openExistential(locationType, do: openLocation)
        }
        _openExistential(issueType, do: openIssue)
        return true
    }

    /// A value that a function of the library puts into memory.
    private static func value<Value>(_: Value.Type, madeBy fill: (UnsafeMutableRawPointer) -> Void) -> Value {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe memory.deallocate() }
        unsafe fill(memory)
        return unsafe memory.move()
    }

    /// The two words of a string, for a function that consumes it.
    private static func words(of text: StaticString) -> (UInt, UInt) {
        let memory = UnsafeMutablePointer<String>.allocate(capacity: 1)
        defer { unsafe memory.deallocate() }
        unsafe memory.initialize(to: "\(text)")
        return unsafe UnsafeRawPointer(memory).load(as: (UInt, UInt).self)
    }
}
