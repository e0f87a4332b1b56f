// SPDX-License-Identifier: MIT

package import Testing

/// One browser for all tests of a suite.
package struct WebDriverTrait: SuiteTrait, TestScoping {
    @TaskLocal package static var driver: WebDriver?

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await WebDriverTrait.$driver.withValue(try WebDriver()) { try await function() }
    }
}

extension Trait where Self == WebDriverTrait {
    /// A browser that is started before the first test of the suite, and ended after the last one.
    package static var webDriver: WebDriverTrait { WebDriverTrait() }
}
