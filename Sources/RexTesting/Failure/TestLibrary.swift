// SPDX-License-Identifier: MIT

import CRexSystem

/// The library that runs the tests of this process, found at run time, so that neither is linked.
///
/// Both have a stable interface: swift-testing is built for library evolution, which fixes how its
/// values are passed, and `XCTFail` takes values of the standard library only. What a name stands
/// for is thus known, and that is what makes the calls safe.
enum TestLibrary {
    /// Records a failure at the place, in the library whose test runs; stops the program if there
    /// is none.
    static func report(_ text: String, at place: CallSite) {
        if let swiftTesting, swiftTesting.isInTest || CommandLine.namesSwiftTesting {
            return swiftTesting.record(text, at: place)
        }
        if XCTest.record(text, at: place) { return }
        if let swiftTesting { return swiftTesting.record(text, at: place) }
        fatalError("A test failed at \(place.filePath):\(place.line), and neither library of tests is here.\n\(text)")
    }
}

extension TestLibrary {
    /// Calls `body`, and `note` with the text and the place of each claim of swift-testing that
    /// fails meanwhile, also in a task that `body` has started.
    ///
    /// Such a claim does not fail the test: the library shows it as a known issue. Without that
    /// library none is noticed.
    static func noticingIssues<Result>(
        _ body: () -> Result,
        with note: @escaping @Sendable (String, _ place: String?) -> Void
    ) -> Result {
        guard let swiftTesting else { return body() }
        var result: Result?
        swiftTesting.noticeIssues({ result = body() }, note)
        return result ?? body()
    }
}

extension CommandLine {
    /// True if the package manager started this process to run tests of swift-testing.
    fileprivate static var namesSwiftTesting: Bool {
        let arguments = arguments
        return zip(arguments, arguments.dropFirst()).contains { $0 == "--testing-library" && $1 == "swift-testing" }
    }
}

private enum XCTest {
    private typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void

    static func record(_ text: String, at place: CallSite) -> Bool {
        guard let symbol = unsafe rex_symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else {
            return false
        }
        let fail = unsafe unsafeBitCast(symbol, to: Fail.self)
        fail(text, place.filePath, place.line)
        return true
    }
}
