// SPDX-License-Identifier: MIT

/// A request of HTTP/1.1.
struct HTTPRequest: Equatable, Sendable {
    let method: String
    /// The path and the query as they were sent.
    let target: String
    /// The path, decoded.
    let path: String
    /// The parameters of the query, decoded.
    let query: [String: String]
    /// The header fields, by their names in lower case.
    let headers: [String: String]
    var body: [UInt8] = []
}

/// The answer to a request that cannot be accepted.
struct HTTPFailure: Error, Equatable, Sendable {
    let status: Int
    let reason: String
    /// The value of an additional header field, such as `Allow`.
    var header: (name: String, value: String)?

    init(_ status: Int, _ reason: String, header: (name: String, value: String)? = nil) {
        self.status = status
        self.reason = reason
        self.header = header
    }

    static func == (left: HTTPFailure, right: HTTPFailure) -> Bool {
        left.status == right.status && left.reason == right.reason
    }
}
