// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// A Chromium without a window that shows a site, by way of chromedriver.
final class Browser: Sendable {
    struct Failure: Error {
        let description: String
    }

    /// Where the site is.
    let site: String

    private let server: SiteServer
    private let driver: ChildProcess
    private let session: String

    /// Serves a folder, and starts a browser; what it waits for may take ten seconds.
    init(showing folder: String?) throws {
        server = try SiteServer(folder: try #require(folder))
        site = server.address
        driver = try ChildProcess(
            running: "sh",
            arguments: ["-c", "exec chromedriver --port=0 2>/dev/null"],
            ownGroup: true,
            deadline: 300
        )
        let line = try #require(driver.line { $0.contains("started successfully on port") })
        let driverAddress = "http://127.0.0.1:\(try #require(line.firstMatch(of: /port (\d+)/)).1)/session"
        // Chromium refuses to make a sandbox for root.
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

    private struct Session: Decodable {
        let sessionId: String
    }

    /// Opens a page, and returns its title once that is shown.
    func open(_ address: String) throws -> String {
        let _: Nothing = try Self.send(#"{"url": \#(Self.quoted(address))}"#, to: session + "/url")
        let title = try wait(for: "main h1")
        return try Self.send(nil, to: session + "/element/\(title)/text")
    }

    /// Waits until there is an element for a selector, and returns its reference.
    @discardableResult
    func wait(for selector: String) throws -> String {
        let body = #"{"using": "css selector", "value": \#(try Self.quoted(selector))}"#
        let element: [String: String] = try Self.send(body, to: session + "/element")
        return element.values.joined()
    }

    /// What is on the console since this was called last.
    func console() throws -> [String] {
        struct Entry: Decodable { let level, message: String }
        let entries: [Entry] = try Self.send(#"{"type": "browser"}"#, to: session + "/se/log")
        return entries.map { "\($0.level): \($0.message)" }
    }

    /// The value of an expression in JavaScript.
    func evaluate<Value: Decodable>(_ expression: String) throws -> Value {
        let body = #"{"script": \#(try Self.quoted("return " + expression)), "args": []}"#
        return try Self.send(body, to: session + "/execute/sync")
    }

    /// A command of the DevTools protocol, with its parameters as JSON.
    func command<Answer: Decodable>(_ name: String, _ parameters: String) throws -> Answer {
        try Self.send(#"{"cmd": "\#(name)", "params": \#(parameters)}"#, to: session + "/goog/cdp/execute")
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// Foundation's own client on Linux cannot read what chromedriver answers.
    private static func send<Answer: Decodable>(_ body: String?, to address: String) throws -> Answer {
        let data = body == nil ? [] : ["--data-binary", "@-"]
        let client = try ChildProcess(running: "curl", arguments: ["--silent", "--show-error"] + data + [address])
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

    /// An answer that says no more than that all is well.
    struct Nothing: Decodable {
        init(from decoder: any Decoder) {}
    }
}
