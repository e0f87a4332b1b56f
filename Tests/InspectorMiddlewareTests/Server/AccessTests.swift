// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import RexCore
import Testing

import class RecorderMiddleware.Recorder

/// Requests that get no data.
@Suite struct AccessTests {
    private let shop = Shop()
    private let client: Client

    /// A text of the recording, which is in no refused answer.
    private static let data = "7c9fbd0211fd41f69cb1d1b5d1fd9d6f"
    private static let headers = [
        "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Opener-Policy": "same-origin",
    ]
    private static let addresses = [
        "/events?count=9", "/state?at=1", "/explain?event=1", "/changes?path=isOpen", "/pending", "/map", "/",
        "/nothing",
    ]

    init() throws {
        client = try Client(shop.inspector(allowing: .dispatch(on: .immediate)))
        shop.store.dispatch(.add(AccessTests.data, amount: 1))
    }

    private func refused(
        _ status: Int,
        _ target: String,
        _ headers: [String: String],
        method: String = "GET",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let reply = try client.send(method, target, headers)
        #expect(reply.status == status, "\(method) \(target) \(headers)", sourceLocation: sourceLocation)
        #expect(!(reply.head + reply.body).contains(AccessTests.data), sourceLocation: sourceLocation)
        #expect(!(reply.head + reply.body).contains(client.token), sourceLocation: sourceLocation)
        #expect(reply.header("Access-Control-Allow-Origin") == nil, sourceLocation: sourceLocation)
    }

    @Test func noDataIsGivenWithoutTheToken() throws {
        let wrong = [
            "", "Bearer", "Bearer ", "Bearer \(client.token.dropLast())", "Bearer \(client.token)0", client.token,
            "Bearer \(client.token.uppercased())", "Basic \(client.token)", "bearer \(client.token)",
            "Bearer \(String(client.token.reversed()))",
        ]
        for address in AccessTests.addresses where address != "/" {
            for authorization in wrong {
                try refused(401, address, ["Authorization": authorization])
            }
        }
        try refused(401, "/dispatch", ["Authorization": "", "Content-Type": "application/json"], method: "POST")
        #expect(shop.recorder.recording().entries.count == 1)
    }

    @Test func tokenInTheQueryIsRefused() throws {
        for query in ["token=\(client.token)", "x=\(client.token)", client.token, "token="] {
            try refused(400, "/events?count=9&\(query)", [:])
        }
        for address in ["/events", "/"] { try refused(400, "\(address)?token=1", ["Authorization": ""]) }
    }

    /// Without the token, no address is searched for it: the time of a search would tell parts of the token.
    @Test func answerWithoutTheTokenDoesNotDependOnTheToken() throws {
        for query in [client.token, "x=\(client.token)", String(client.token.reversed()), "x"] {
            for address in AccessTests.addresses where !address.contains("?") {
                try refused(401, "\(address)?\(query)", ["Authorization": ""])
            }
        }
    }

    /// Also the page, although it has no data: a foreign name must not become an allowed page.
    @Test func noDataIsGivenToAForeignHost() throws {
        let port = client.port
        let hosts = [
            "localhost:\(port)", "127.0.0.1", "127.0.0.1:\(port + 1)", "evil.example:\(port)",
            "127.0.0.1:\(port).evil.example",
            "[::1]:\(port)", "127.1:\(port)", "2130706433:\(port)", "127.0.0.1:0\(port)",
            "127.0.0.1:\(port), evil.example",
        ]
        for host in hosts {
            for address in AccessTests.addresses { try refused(421, address, ["Host": host]) }
        }
        #expect(try client.send("/", ["Host": "localhost:\(port)"]).body.contains("http://127.0.0.1:\(port)/"))
        try refused(400, "/", ["Host": ""])
    }

    @Test func noDataIsGivenToAForeignOrigin() throws {
        let port = client.port
        let origins = [
            "null", "http://evil.example", "http://localhost:\(port)", "https://127.0.0.1:\(port)", "http://127.0.0.1",
            "http://127.0.0.1:\(port + 1)", "http://127.0.0.1:\(port).evil.example",
        ]
        for origin in origins {
            for address in AccessTests.addresses { try refused(403, address, ["Origin": origin]) }
            try refused(403, "/dispatch", ["Origin": origin, "Content-Type": "application/json"], method: "POST")
        }
        #expect(
            try client.send("/events?count=9", ["Origin": "http://127.0.0.1:\(port)"]).body.contains(AccessTests.data)
        )
    }

    @Test func otherMethodsAreRefused() throws {
        for method in ["OPTIONS", "HEAD", "PUT", "DELETE", "TRACE", "CONNECT", "PATCH", "get"] {
            for address in AccessTests.addresses + ["/dispatch"] {
                try refused(405, address, ["Access-Control-Request-Method": "POST"], method: method)
            }
        }
        try refused(405, "/dispatch", [:])
        try refused(405, "/events", [:], method: "POST")
        #expect(try client.send("POST", "/", [:]).header("Allow") == "GET")
        for type in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json5"]
        {
            try refused(415, "/dispatch", ["Content-Type": type], method: "POST")
        }
        #expect(shop.recorder.recording().entries.count == 1)
    }

    /// A machine has other addresses besides 127.0.0.1, also with the same beginning.
    @Test func noOtherAddressIsServed() throws {
        #if os(Linux)
        #expect(throws: Socket.Refused.self) { try Socket(client.port, of: "127.0.0.2") }
        let names = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n")
        let port = ":" + String(client.port, radix: 16, uppercase: true).leftPadded(to: 4)
        let listening = names.filter { $0.contains(port + " 00000000:0000 0A") }
        #expect(listening.count == 1 && listening[0].contains(" 0100007F\(port) "))
        #endif
    }

    @Test func answersForbidEverythingThatThePageDoesNotNeed() throws {
        for address in AccessTests.addresses {
            let reply = try client.send(address)
            let policy = try #require(reply.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*"))
            for (name, value) in AccessTests.headers { #expect(reply.header(name) == value) }
        }
        let page = try client.send("/", ["Authorization": ""])
        let nonce = try #require(
            page.header("Content-Security-Policy")?.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})'/)?.1
        )
        #expect(page.body.contains("<script nonce=\"\(nonce)\""))
        #expect(!page.body.contains(AccessTests.data) && !page.body.contains(client.token))
        #expect(try client.send("/").header("Content-Security-Policy")?.contains(nonce) == false)
    }

    @Test func tokensHave128BitsAndDiffer() throws {
        let tokens = try (0..<20).map { _ in try Client(shop.inspector()).token }
        #expect(Set(tokens).count == 20)
        #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        #expect(Set(tokens.joined()).count == 16)
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - self.count)) + self
    }
}
