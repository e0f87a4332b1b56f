// SPDX-License-Identifier: MIT

/// Decides whether a request may be answered.
struct AccessCheck: Sendable {
    let port: Int
    let token: AccessToken

    var origin: String { "http://127.0.0.1:\(port)" }

    /// The addresses, each with its method.
    static let methods = [
        "/": "GET", "/events": "GET", "/state": "GET", "/explain": "GET", "/changes": "GET", "/pending": "GET",
        "/dispatch": "POST",
    ]

    /// Returns whether the request has the token, which only the page doesn't need.
    func check(_ request: HTTPRequest) throws(HTTPFailure) -> Bool {
        // A foreign name that resolves to this machine must not make a page of its own an allowed one.
        guard request.headers["host"] == "127.0.0.1:\(port)" else {
            throw HTTPFailure(421, "The address of the inspector is \(origin)/.")
        }
        if let other = request.headers["origin"], other != origin {
            throw HTTPFailure(403, "Other pages have no access.")
        }
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
            throw HTTPFailure(
                401,
                "Send the token that the app printed, as Authorization: Bearer TOKEN.",
                header: ("WWW-Authenticate", "Bearer")
            )
        }
        // The search takes longer the more of the token the target has, so it is only for clients that know the token.
        guard !request.target.contains(token.text) else { throw AccessCheck.tokenInTarget }
        guard let method = AccessCheck.methods[request.path] else {
            throw HTTPFailure(404, "There is nothing at this address.")
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

    private static var tokenInTarget: HTTPFailure {
        HTTPFailure(400, "Send the token in the header, as Authorization: Bearer TOKEN.")
    }
}
