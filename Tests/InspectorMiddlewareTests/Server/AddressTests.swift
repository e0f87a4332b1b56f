// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore
import Testing

/// Tokens and addresses that the app gives.
@Suite struct AddressTests {
    private let shop = Shop()
    private static let token = "6f2d0c1b7a9e4d58b3c1f09e7d2a4b66"

    private func status(_ client: Client, _ host: String, origin: String = "") throws -> Int {
        try client.send("/pending", ["Host": host, "Origin": origin]).status
    }

    @Test(arguments: [token, "correct-horse_battery9staple", String(token.uppercased())])
    func givenTokenIsTheOnlyOne(token: String) throws {
        let client = try Client(shop.inspector(token: token))
        #expect(client.token == token)
        #expect(try client.send("/pending").status == 200)
        let wrong = "Bearer \(String(token.reversed()))"
        #expect(try client.send("/pending", ["Authorization": wrong]).status == 401)
    }

    @Test(arguments: [
        "", "secret", String(token.dropLast()), "correct-horse_battery", String(repeating: "0", count: 64),
        "correct horse battery staple", "correct-horse-battery-stäple", "abcabcabcabcabcabcabcabcabcabcabcabc",
        String(repeating: token, count: 40),
    ])
    func weakTokenIsRefused(token: String) throws {
        let error = try #require(throws: InspectorError.self) { try shop.inspector(token: token) }
        #expect(error.description.contains("openssl rand -hex 16"))
        #expect(token.isEmpty || !error.description.contains(token))
    }

    @Test func forwardedPortsAreAllowedIfTheAppSaysSo() throws {
        let client = try Client(shop.inspector(hosts: [.loopback]))
        for host in [
            "127.0.0.1:\(client.port)", "127.0.0.1:1", "localhost:65535", "LOCALHOST:8080", "[::1]:8080", "localhost",
            "[::1]",
        ] {
            #expect(try status(client, host) == 200, "\(host)")
            #expect(try status(client, host, origin: "http://\(host)") == 200, "\(host)")
            #expect(try status(client, host, origin: "http://evil.example") == 403, "\(host)")
            #expect(try status(client, host, origin: "null") == 403, "\(host)")
        }
        for host in [
            "localhost:0", "localhost:65536", "localhost:+80", "localhost:080", "localhost:", "localhost:8080:8080",
            "localhost.evil.example", "localhost.evil.example:80", "evil.example", "127.0.0.2:8080", "[::2]:8080",
            "::1", "127.0.0.1.:80", "localhost:8080, evil.example", "user@localhost:80",
        ] {
            #expect(try status(client, host) == 421, "\(host)")
        }
        // A page of another local server is another page.
        #expect(try status(client, "localhost:8080", origin: "http://localhost:3000") == 403)
    }

    @Test func namedHostIsAllowed() throws {
        let client = try Client(shop.inspector(hosts: [.named("DevBox.local:8443"), .named("box")]))
        for host in ["devbox.local:8443", "DEVBOX.local:8443", "box"] {
            #expect(try status(client, host) == 200, "\(host)")
            // A proxy may have encrypted the connection.
            #expect(try status(client, host, origin: "https://\(host)") == 200, "\(host)")
        }
        for host in ["devbox.local", "devbox.local:8444", "a.box", "box:80", "localhost:8080", "*"] {
            #expect(try status(client, host) == 421, "\(host)")
        }
        #expect(try status(client, "box", origin: "https://devbox.local:8443") == 403)
        #expect(try status(client, "127.0.0.1:\(client.port)", origin: "https://127.0.0.1:\(client.port)") == 403)
    }

    @Test func askedAddressIsToldShortened() throws {
        let client = try Client(shop.inspector())
        let host = "ä\u{9}" + String(repeating: "x", count: 500)
        let body = try client.send("/", ["Host": host]).body
        #expect(body.contains("http://127.0.0.1:\(client.port)/"))
        #expect(body.contains("for \(String(repeating: "x", count: 100)). If"), "\(body)")
    }
}
