// SPDX-License-Identifier: MIT

package import Testing

/// A browser for the tests of a suite.
///
/// The suites of the process share two browsers, and each suite gets a new tab. Starting a browser
/// for each suite takes more time than running most suites.
package struct WebDriverTrait: SuiteTrait, TestScoping {
    @TaskLocal package static var driver: WebDriver?

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let driver = try await BrowserPool.shared.take()
        do {
            try await WebDriverTrait.$driver.withValue(driver) { try await function() }
        } catch {
            await BrowserPool.shared.release(driver)
            throw error
        }
        await BrowserPool.shared.release(driver)
    }
}

extension Trait where Self == WebDriverTrait {
    /// A browser that no other suite uses at the same time.
    package static var webDriver: WebDriverTrait { WebDriverTrait() }
}

/// The browsers of the process, and the suites that wait for one.
private actor BrowserPool {
    static let shared = BrowserPool()
    private static let limit = 2

    /// Browsers for suites that have stopped waiting.
    private var idle: [WebDriver] = []
    private var usedCount = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async throws -> WebDriver {
        if usedCount < BrowserPool.limit {
            usedCount += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        do {
            guard let driver = idle.popLast() else { return try WebDriver() }
            try driver.replaceTab()
            return driver
        } catch {
            release(nil)
            throw error
        }
    }

    /// Passes a browser to the next suite, or ends it if no suite waits.
    func release(_ driver: WebDriver?) {
        guard !waiting.isEmpty else { return usedCount -= 1 }
        if let driver { idle.append(driver) }
        waiting.removeFirst().resume()
    }
}
