// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// A browser that shows a site.
final class Browser: Sendable {
    /// The root address of the site.
    let site: String

    let driver: WebDriver
    private let server: SiteServer

    /// Serves a folder and starts a browser.
    init(showing folder: String?) throws {
        server = try SiteServer(folder: try #require(folder))
        site = server.address
        driver = try WebDriver()
    }

    /// Opens a page, waits for its title, and returns it.
    func open(_ address: String) throws -> String {
        try driver.open(address)
        return try driver.text(of: "main h1")
    }

    /// Evaluates a JavaScript expression and returns its value.
    func evaluate<Value: Decodable>(_ expression: String) throws -> Value {
        try driver.run("return " + expression)
    }
}
