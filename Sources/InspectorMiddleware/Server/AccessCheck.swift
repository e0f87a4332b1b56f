// SPDX-License-Identifier: MIT

#if !os(WASI)
/// Decides whether a request may be answered.
struct AccessCheck: Sendable {
    let port: Int
    let token: AccessToken
    /// Other addresses of the inspector.
    let hosts: [Inspector.Host]

    var origin: String { "http://127.0.0.1:\(port)" }

    /// The addresses, each with its method.
    static let methods = [
        "/": "GET", "/events": "GET", "/state": "GET", "/explain": "GET", "/changes": "GET", "/pending": "GET",
        "/map": "GET",
        "/dispatch": "POST", "/mcp": "POST",
    ]

    /// Returns whether the request has the token, which only the page doesn't need.
    func check(_ request: HTTPRequest) throws(HTTPFailure) -> Bool {
        // A foreign name that resolves to this machine must not make a page of its own an allowed one.
        let host = request.headers["host"] ?? ""
        guard host == "127.0.0.1:\(port)" || hosts.contains(where: { $0.matches(host) }) else {
            let asked = String(decoding: host.utf8.filter { 0x20...0x7e ~= $0 }.prefix(100), as: UTF8.self)
            throw HTTPFailure(
                421,
                "The address of the inspector is \(origin)/, and the request is for \(asked). "
                    + "If a port is forwarded, make the Inspector with hosts:."
            )
        }
        // A page is allowed if it came from the address that it asks.
        if let other = request.headers["origin"], other != "http://\(host)",
            host == "127.0.0.1:\(port)" || other != "https://\(host)"
        {
            throw HTTPFailure(403, "Other pages have no access.")
        }
        // Clients that look for a server for tokens get no token, and no reason to go on.
        guard !request.path.hasPrefix("/.well-known/") else { throw AccessCheck.nothingHere }
        guard request.method == "GET" || request.method == "POST" else {
            throw HTTPFailure(
                405,
                "Only GET and POST are allowed.",
                header: ("Allow", AccessCheck.methods[request.path] ?? "GET")
            )
        }
        guard request.query["token"] == nil else { throw AccessCheck.tokenInTarget }
        if request.target == "/", request.method == "GET" { return false }
        guard token.matches(request.headers["authorization"]) else {
            // Without WWW-Authenticate, which makes some clients look for a server for tokens.
            throw HTTPFailure(401, "Send the token of the inspector, as Authorization: Bearer TOKEN.")
        }
        // The search takes longer the more of the token the target has, so it is only for clients that know the token.
        guard !request.target.contains(token.text) else { throw AccessCheck.tokenInTarget }
        guard let method = AccessCheck.methods[request.path] else {
            throw AccessCheck.nothingHere
        }
        guard request.method == method else {
            throw HTTPFailure(405, "Only \(method) is allowed here.", header: ("Allow", method))
        }
        guard method == "POST" else { return true }
        let type = request.headers["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" else {
            throw HTTPFailure(415, "Send Content-Type: application/json.")
        }
        return true
    }

    private static var nothingHere: HTTPFailure { HTTPFailure(404, "There is nothing at this address.") }

    private static var tokenInTarget: HTTPFailure {
        HTTPFailure(400, "Send the token in the header, as Authorization: Bearer TOKEN.")
    }
}
#endif
