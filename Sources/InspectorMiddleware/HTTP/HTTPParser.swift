// SPDX-License-Identifier: MIT

/// Parses one request of HTTP/1.1 from bytes that arrive in pieces.
///
/// It is strict: a request that two programs might read differently is refused. Bytes after the
/// request are ignored, since a connection has only one request.
struct HTTPParser: Sendable {
    /// The most bytes of the request line and the header.
    static let headerLimit = 16 << 10
    /// The most bytes of the body.
    static let bodyLimit = 1 << 20

    private var bytes: [UInt8] = []
    /// The number of bytes that were searched for the end of the header.
    private var searched = 0
    /// The request without its body, and the length of that, or nil if it arrives in chunks.
    private var request: (head: HTTPRequest, bodyLength: Int?)?

    init() {}

    /// Appends bytes, and returns the request when it is complete.
    ///
    /// - Throws: The answer to a request that is refused. Don't call it again then.
    mutating func append(_ new: some Collection<UInt8>) throws(HTTPFailure) -> HTTPRequest? {
        bytes += new
        if request == nil {
            guard let end = endOfHeader() else {
                guard bytes.count <= Self.headerLimit else { throw Self.tooLong }
                return nil
            }
            guard end <= Self.headerLimit else { throw Self.tooLong }
            let head = try Self.head(bytes[..<(end - 4)])
            request = (head, try Self.bodyLength(head))
            bytes.removeFirst(end)
        }
        guard var request else { return nil }
        if let length = request.bodyLength {
            guard bytes.count >= length else { return nil }
            request.head.body = Array(bytes.prefix(length))
        } else {
            guard let body = try chunks() else { return nil }
            request.head.body = body
        }
        return request.head
    }

    /// Returns the body that has arrived in chunks, or nil if it is not complete.
    private func chunks() throws(HTTPFailure) -> [UInt8]? {
        var (body, rest) = ([UInt8](), bytes[...])
        while let end = rest.firstIndex(of: 0x0a) {
            let line = rest[..<end]
            guard line.last == 0x0d, 2...9 ~= line.count,
                let size = Int(String(decoding: line.dropLast(), as: UTF8.self), radix: 16), line.first != 0x2b,
                size >= 0
            else { throw HTTPFailure(400, "The size of a chunk is malformed.") }
            guard body.count + size <= Self.bodyLimit else { throw Self.bodyTooLong }
            rest = rest[(end + 1)...]
            guard rest.count >= size + 2 else { return nil }
            guard rest.dropFirst(size).prefix(2).elementsEqual([0x0d, 0x0a]) else {
                throw HTTPFailure(400, "A chunk does not end where its size says, or a field follows the body.")
            }
            if size == 0 { return body }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        guard rest.count < 10 else { throw HTTPFailure(400, "The size of a chunk is malformed.") }
        return nil
    }

    private static var bodyTooLong: HTTPFailure { HTTPFailure(413, "The body is longer than 1 MB.") }

    private static var tooLong: HTTPFailure {
        HTTPFailure(431, "The header is longer than 16 KB. A private window sends no cookies of other servers.")
    }

    /// Returns the index after the empty line, or nil if it has not arrived.
    private mutating func endOfHeader() -> Int? {
        var index = max(0, searched - 3)
        while index + 4 <= bytes.count {
            if bytes[index] == 0x0d, bytes[index + 1] == 0x0a, bytes[index + 2] == 0x0d, bytes[index + 3] == 0x0a {
                return index + 4
            }
            index += 1
        }
        searched = bytes.count
        return nil
    }

    // MARK: The header

    private static func head(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> HTTPRequest {
        var lines = try self.lines(bytes)
        let words = lines.removeFirst().split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, isToken(words[0]) else { throw HTTPFailure(400, "The request line is malformed.") }
        guard words[2].elementsEqual("HTTP/1.1".utf8) else { throw HTTPFailure(505, "Use HTTP/1.1.") }
        guard words[1].first == 0x2f, words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x23 }) else {
            throw HTTPFailure(400, "The target is not a path.")
        }
        let parts = words[1].split(separator: 0x3f, maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = decoded(parts[0]) else { throw HTTPFailure(400, "The path is malformed.") }
        return HTTPRequest(
            method: String(decoding: words[0], as: UTF8.self),
            target: String(decoding: words[1], as: UTF8.self),
            path: path,
            query: parts.count == 2 ? try query(parts[1]) : [:],
            headers: try headers(lines)
        )
    }

    /// Splits at each CR LF.
    ///
    /// A CR or LF alone is refused.
    private static func lines(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case 0x0d where index + 1 < bytes.endIndex && bytes[index + 1] == 0x0a:
                lines.append(bytes[start..<index])
                index += 2
                start = index
            case 0x0d, 0x0a, 0: throw HTTPFailure(400, "The header has a character that is not allowed.")
            default: index += 1
            }
        }
        lines.append(bytes[start...])
        return lines
    }

    private static func headers(_ lines: [ArraySlice<UInt8>]) throws(HTTPFailure) -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: 0x3a), isToken(line[..<colon]) else {
                throw HTTPFailure(400, "A header field is malformed.")
            }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            var value = line[(colon + 1)...]
            while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
            while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
            guard value.allSatisfy({ ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7f }) else {
                throw HTTPFailure(400, "A header field has a character that is not allowed.")
            }
            let text = String(decoding: value, as: UTF8.self)
            if let other = headers[name] {
                guard !isSingle(name) else { throw HTTPFailure(400, "A header field is repeated.") }
                headers[name] = other + ", " + text
            } else {
                headers[name] = text
            }
        }
        guard headers["host"] != nil else { throw HTTPFailure(400, "There is no Host.") }
        return headers
    }

    private static func isSingle(_ name: String) -> Bool {
        [
            "host", "authorization", "origin", "content-length", "content-type", "transfer-encoding", "last-event-id",
            "mcp-protocol-version", "mcp-method", "mcp-name",
        ]
        .contains(name)
    }

    /// Returns nil for a body in chunks.
    private static func bodyLength(_ head: HTTPRequest) throws(HTTPFailure) -> Int? {
        if let coding = head.headers["transfer-encoding"] {
            guard coding.lowercased() == "chunked" else { throw HTTPFailure(501, "Send the body as it is.") }
            guard head.headers["content-length"] == nil else {
                throw HTTPFailure(400, "The body has a length and chunks.")
            }
            return nil
        }
        guard let text = head.headers["content-length"] else { return 0 }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw HTTPFailure(400, "Content-Length is not a number.")
        }
        guard text.utf8.count <= 10, let length = Int(text), length <= bodyLimit else {
            throw bodyTooLong
        }
        return length
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
                case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
                default: false
                }
            }
    }

    // MARK: The query

    private static func query(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> [String: String] {
        var query: [String: String] = [:]
        for item in bytes.split(separator: 0x26) {
            let parts = item.split(separator: 0x3d, maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(parts[0]), let value = parts.count == 2 ? decoded(parts[1]) : "" else {
                throw HTTPFailure(400, "The query is malformed.")
            }
            guard query.updateValue(value, forKey: name) == nil else {
                throw HTTPFailure(400, "A parameter of the query is repeated.")
            }
        }
        return query
    }

    /// Replaces `%41` and the like.
    ///
    /// Returns nil if the result is not UTF-8 or has a NUL.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var byte = bytes[index]
            index += 1
            if byte == 0x25 {
                guard index + 2 <= bytes.endIndex, let high = digit(bytes[index]), let low = digit(bytes[index + 1])
                else { return nil }
                byte = high << 4 | low
                index += 2
            }
            guard byte != 0 else { return nil }
            result.append(byte)
        }
        // Invalid bytes are replaced.
        let text = String(decoding: result, as: UTF8.self)
        return text.utf8.elementsEqual(result) ? text : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
