// SPDX-License-Identifier: MIT

import CRexSystem

/// The library that runs the tests of this process.
///
/// It is found at run time, so Rex links neither library.
///
/// The calls are safe because both libraries have a stable interface: swift-testing is built for
/// library evolution, which fixes how its values are passed, and `XCTFail` takes only values of the
/// standard library. So each symbol name implies its signature.
enum TestLibrary {
    /// Records a failure at `location` in the library that runs the test.
    ///
    /// Traps if neither library is loaded.
    static func report(_ text: String, at location: CallSite) {
        if let swiftTesting, swiftTesting.isInTest || CommandLine.namesSwiftTesting {
            return swiftTesting.record(text, at: location)
        }
        if XCTest.record(text, at: location) { return }
        if let swiftTesting { return swiftTesting.record(text, at: location) }
        fatalError(
            "A test failed at \(location.filePath):\(location.line) outside of swift-testing and XCTest:\n\(text)"
        )
    }
}

extension TestLibrary {
    /// Calls `body`, and `note` with the text and the location of each `#expect` of swift-testing
    /// that fails during that call, also in a task that `body` has started.
    ///
    /// The library shows such a failure as a known issue, which doesn't fail the test. Without the
    /// library, `note` is never called.
    static func noticingIssues<Result>(
        _ body: () -> Result,
        with note: @escaping @Sendable (String, _ location: String?) -> Void
    ) -> Result {
        guard let swiftTesting else { return body() }
        var result: Result?
        swiftTesting.noticeIssues({ result = body() }, note)
        return result ?? body()
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

    static func record(_ text: String, at location: CallSite) -> Bool {
        guard let symbol = unsafe rex_symbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else {
            return false
        }
        let fail = unsafe unsafeBitCast(symbol, to: Fail.self)
        fail(text, location.filePath, location.line)
        return true
    }
}
