// SPDX-License-Identifier: MIT

package import Foundation
import Testing

/// A headless Chromium, controlled through chromedriver.
///
/// It ends when this object is released.
package final class WebDriver: Sendable {
    package struct Failure: Error {
        package let description: String
    }

    /// Whether chromedriver is installed.
    package static let isThere = ["/usr/bin", "/usr/local/bin", "/usr/lib/chromium"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/chromedriver")
    }

    private let driver: ChildProcess
    private let session: String

    /// Starts a browser.
    ///
    /// Its waits time out after ten seconds.
    package init() throws {
        let (driver, line) = try Self.startDriver()
        self.driver = driver
        let driverAddress = "http://127.0.0.1:\(try #require(line.firstMatch(of: /port (\d+)/)).1)/session"
        // Chromium cannot run with a sandbox as root.
        let sandbox = geteuid() == 0 ? #", "--no-sandbox""# : ""
        let answer: Session = try Self.send(
            """
            {"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": {"args": ["--headless=new", "--hide-scrollbars"\(sandbox)]},
                "goog:loggingPrefs": {"browser": "ALL"}, "timeouts": {"implicit": 10000}
            }}}
            """,
            to: driverAddress
        )
        session = driverAddress + "/" + answer.sessionId
    }

    /// Starts chromedriver, and returns the line with its port.
    ///
    /// It takes one port for IPv4 and IPv6, and ends if another process has it for one of them.
    private static func startDriver() throws -> (ChildProcess, String) {
        for _ in 0..<3 {
            let driver = try ChildProcess(
                running: "sh",
                arguments: ["-c", "exec chromedriver --port=0 2>/dev/null"],
                ownGroup: true,
                deadline: 1800
            )
            if let line = driver.line(where: { $0.contains("started successfully on port") }) { return (driver, line) }
        }
        throw Failure(description: "chromedriver ended three times before it had a port.")
    }

    private struct Session: Decodable {
        let sessionId: String
    }

    /// Closes the tab, and opens a new one without the data and the console messages of the old one.
    package func replaceTab() throws {
        struct Tab: Decodable { let handle: String }
        let tab: Tab = try Self.send(#"{"type": "tab"}"#, to: session + "/window/new")
        let _: [String] = try Self.send(nil, method: "DELETE", to: session + "/window")
        let _: Nothing = try Self.send(#"{"handle": \#(Self.quoted(tab.handle))}"#, to: session + "/window")
        _ = try console()
    }

    /// Opens a page, and waits until it is loaded.
    package func open(_ address: String) throws {
        let _: Nothing = try Self.send(#"{"url": \#(Self.quoted(address))}"#, to: session + "/url")
    }

    /// Waits until an element matches the selector, and returns its text.
    @discardableResult
    package func text(of selector: String) throws -> String {
        let body = #"{"using": "css selector", "value": \#(try Self.quoted(selector))}"#
        let element: [String: String] = try Self.send(body, to: session + "/element")
        return try Self.send(nil, to: session + "/element/\(element.values.joined())/text")
    }

    /// Returns the console messages since the last call.
    package func console() throws -> [String] {
        struct Entry: Decodable { let level, message: String }
        let entries: [Entry] = try Self.send(#"{"type": "browser"}"#, to: session + "/se/log")
        return entries.map { "\($0.level): \($0.message)" }
    }

    /// Runs the body of a JavaScript function, and returns its result.
    ///
    /// Awaits a promise.
    package func run<Value: Decodable>(_ body: String) throws -> Value {
        let body = #"{"script": \#(try Self.quoted(body)), "args": []}"#
        return try Self.send(body, to: session + "/execute/sync")
    }

    /// Sends a command of the DevTools protocol with parameters in JSON.
    package func command<Answer: Decodable>(_ name: String, _ parameters: String) throws -> Answer {
        try Self.send(#"{"cmd": "\#(name)", "params": \#(parameters)}"#, to: session + "/goog/cdp/execute")
    }

    /// Resizes the window.
    package func resize(width: Int, height: Int) throws {
        let _: Nothing = try command(
            "Emulation.setDeviceMetricsOverride",
            #"{"width": \#(width), "height": \#(height), "deviceScaleFactor": 1, "mobile": false}"#
        )
    }

    /// Returns a PNG of the window, in the colour scheme `light` or `dark`.
    package func screenshot(scheme: String) throws -> Data {
        struct Picture: Decodable { let data: Data }
        let _: Nothing = try command(
            "Emulation.setEmulatedMedia",
            #"{"features": [{"name": "prefers-color-scheme", "value": "\#(scheme)"}]}"#
        )
        let picture: Picture = try command("Page.captureScreenshot", #"{"format": "png"}"#)
        return picture.data
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// Sends a request with `curl`, because Foundation's client on Linux cannot read chromedriver's responses.
    private static func send<Answer: Decodable>(
        _ body: String?,
        method: String? = nil,
        to address: String
    ) throws -> Answer {
        let data = body == nil ? [] : ["--data-binary", "@-"]
        let request = method.map { ["--request", $0] } ?? []
        let client = try ChildProcess(
            running: "curl",
            arguments: ["--silent", "--show-error"] + request + data + [address]
        )
        client.write(body ?? "")
        client.closeInput()
        let answer = client.remainingOutput()
        do {
            return try JSONDecoder().decode(Reply<Answer>.self, from: Data(answer.utf8)).value
        } catch {
            throw Failure(description: "\(address): \(answer)\(client.remainingErrors())")
        }
    }

    private struct Reply<Answer: Decodable>: Decodable {
        let value: Answer
    }

    /// A response without content.
    package struct Nothing: Decodable {
        package init(from decoder: any Decoder) {}
    }
}
