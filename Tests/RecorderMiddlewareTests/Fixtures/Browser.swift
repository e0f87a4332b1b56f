// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// A page in the real browser of a suite with the trait `webDriver`.
enum Browser {
    /// Opens a page in a window of 1,400 × 900 points, and returns the result of a probe as JSON.
    ///
    /// Fails if anything is written to the console.
    ///
    /// - Parameters:
    ///   - fragment: The fragment of the page's address, such as `#action=3`.
    ///   - scripts: JavaScript that runs before the probe.
    ///   - probe: The body of an asynchronous function in JavaScript.
    static func value(
        of page: String,
        fragment: String = "",
        width: Int = 1400,
        scripts: String = "",
        _ probe: String
    ) throws -> String {
        let driver = try open(page, fragment: fragment, width: width)
        let value: String = try driver.run("\(scripts)\nreturn (async () => { \(probe) })().then(JSON.stringify)")
        #expect(try driver.console() == [])
        return value
    }

    /// Opens a page, and returns its elements as text.
    static func dom(of page: String, fragment: String = "") throws -> String {
        let driver = try open(page, fragment: fragment, width: 1400)
        let dom: String = try driver.run("return document.documentElement.outerHTML")
        #expect(try driver.console() == [])
        return dom
    }

    private static func open(_ page: String, fragment: String, width: Int) throws -> WebDriver {
        let folder = try TemporaryFolder()
        try folder.write(page, to: "page.html")
        let driver = try #require(WebDriverTrait.driver)
        try driver.resize(width: width, height: 900)
        try driver.open("file://\(folder.file("page.html"))\(fragment)")
        return driver
    }
}
