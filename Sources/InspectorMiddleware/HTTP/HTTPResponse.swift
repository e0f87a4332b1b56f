// SPDX-License-Identifier: MIT

/// An answer of HTTP/1.1, after which the connection ends.
struct HTTPResponse: Sendable {
    enum Content: String, Sendable {
        case text = "text/plain; charset=utf-8"
        case html = "text/html; charset=utf-8"
        case json = "application/json"
        case jsonLines = "application/jsonl"
        case events = "text/event-stream"
    }

    let status: Int
    let content: Content
    /// The body, or nil for a stream, whose events follow.
    let body: [UInt8]?
    /// The security policy of the page, or nil for one that allows nothing.
    var policy: String?
    var header: (name: String, value: String)?

    init(status: Int = 200, _ content: Content, _ body: [UInt8]?, policy: String? = nil) {
        self.status = status
        self.content = content
        self.body = body
        self.policy = policy
    }

    init(_ failure: HTTPFailure) {
        self.init(status: failure.status, .text, Array((failure.reason + "\n").utf8))
        header = failure.header
    }

    var bytes: [UInt8] {
        var lines = [
            "HTTP/1.1 \(status) \(HTTPResponse.phrases[status] ?? "Error")",
            "Content-Type: \(content.rawValue)",
            "Content-Security-Policy: \(policy ?? "default-src 'none'"); frame-ancestors 'none'; base-uri 'none'; "
                + "form-action 'none'",
            "X-Content-Type-Options: nosniff",
            "X-Frame-Options: DENY",
            "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
            "Connection: close",
        ]
        if let body { lines.append("Content-Length: \(body.count)") }
        if let header { lines.append("\(header.name): \(header.value)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
    }

    private static let phrases = [
        200: "OK", 202: "Accepted", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 410: "Gone", 413: "Content Too Large",
        415: "Unsupported Media Type",
        421: "Misdirected Request", 422: "Unprocessable Content", 431: "Request Header Fields Too Large",
        501: "Not Implemented", 503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
