// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexTestSupport
import Testing

/// A suite of tests of the page of a running app, in the real browser of the trait `webDriver`.
protocol LivePageSuite {}

extension LivePageSuite {
    /// A function that waits for a condition in JavaScript, at most 20 seconds.
    private var until: String {
        """
        const until = async condition => {
          const end = performance.now() + 20000;
          while (!condition() && performance.now() < end) await new Promise(done => setTimeout(done, 5));
          return condition();
        };
        """
    }

    func driver() throws -> WebDriver { try #require(WebDriverTrait.driver) }

    func open(_ inspector: Inspector, width: Int = 1_400) throws {
        let driver = try driver()
        try driver.resize(width: width, height: 900)
        // The address alone differs only in its fragment, which loads no page.
        try driver.open("about:blank")
        // The page of a test before may have lost its inspector meanwhile.
        _ = try driver.console()
        try driver.open(inspector.url)
    }

    /// Returns the result of an asynchronous function in JavaScript as JSON.
    func value(_ body: String) throws -> String {
        let value: String = try driver().run("\(until)\nreturn (async () => { \(body) })().then(JSON.stringify)")
        return value
    }
}
