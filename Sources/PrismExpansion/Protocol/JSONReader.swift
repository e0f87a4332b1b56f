// SPDX-License-Identifier: MIT

/// Parses a JSON value.
struct JSONReader {
    /// The maximum nesting depth.
    ///
    /// Messages of the compiler are nested a few levels deep. A deeper text must not overflow the
    /// stack.
    private static let maxDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    static func value(of text: String) throws(MalformedMessage) -> JSON {
        var reader = JSONReader(text)
        let value = try reader.value()
        guard reader.next == nil else { throw reader.failure }
        return value
    }

    private var failure: MalformedMessage { MalformedMessage("the message is not valid JSON") }

    private var remaining: ArraySlice<UInt8> { bytes[position...] }

    /// The next byte, which isn't consumed.
    ///
    /// All characters with a meaning in JSON are single bytes.
    private var first: UnicodeScalar? { position < bytes.count ? UnicodeScalar(bytes[position]) : nil }

    private mutating func popFirst() -> UnicodeScalar? {
        guard let first else { return nil }
        position += 1
        return first
    }

    /// The next byte after whitespace, which isn't consumed.
    private var next: UnicodeScalar? {
        mutating get {
            while let first, first == " " || first == "\n" || first == "\r" || first == "\t" { position += 1 }
            return first
        }
    }

    private mutating func value() throws(MalformedMessage) -> JSON {
        switch next {
        case "{": .object(try object())
        case "[": .array(try array())
        case "\"": .string(try string())
        case "t": try word("true", .bool(true))
        case "f": try word("false", .bool(false))
        case "n": try word("null", .null)
        default: try number()
        }
    }

    private mutating func take(_ wanted: UnicodeScalar) throws(MalformedMessage) {
        guard next == wanted else { throw failure }
        position += 1
    }

    private mutating func object() throws(MalformedMessage) -> [String: JSON] {
        var members: [String: JSON] = [:]
        try list(from: "{", to: "}") { reader throws(MalformedMessage) in
            guard reader.next == "\"" else { throw reader.failure }
            let key = try reader.string()
            try reader.take(":")
            members[key] = try reader.value()
        }
        return members
    }

    private mutating func array() throws(MalformedMessage) -> [JSON] {
        var elements: [JSON] = []
        try list(from: "[", to: "]") { reader throws(MalformedMessage) in
            elements.append(try reader.value())
        }
        return elements
    }

    private mutating func list(
        from start: UnicodeScalar,
        to end: UnicodeScalar,
        of element: (inout JSONReader) throws(MalformedMessage) -> Void
    ) throws(MalformedMessage) {
        try take(start)
        guard next != end else { return try take(end) }
        depth += 1
        guard depth <= Self.maxDepth else { throw failure }
        try element(&self)
        while next == "," {
            try take(",")
            try element(&self)
        }
        depth -= 1
        try take(end)
    }

    private mutating func word(_ word: String, _ value: JSON) throws(MalformedMessage) -> JSON {
        guard remaining.starts(with: word.utf8) else { throw failure }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(MalformedMessage) -> JSON {
        let characters = remaining.prefix { "+-.0123456789Ee".utf8.contains($0) }
        let digits = String(decoding: characters, as: UTF8.self)
        guard Double(digits) != nil else { throw failure }
        position = characters.endIndex
        return .number(digits)
    }

    // MARK: Strings

    private mutating func string() throws(MalformedMessage) -> String {
        try take("\"")
        var string = ""
        while true {
            let start = position
            while position < bytes.count, bytes[position] != JSON.quote, bytes[position] != JSON.backslash {
                position += 1
            }
            string += String(decoding: bytes[start..<position], as: UTF8.self)
            switch popFirst() {
            case "\"": return string
            case "\\": string += try escaped()
            default: throw failure
            }
        }
    }

    /// Parses an escape sequence after its backslash.
    private mutating func escaped() throws(MalformedMessage) -> String {
        switch popFirst() {
        case "\"": return "\""
        case "\\": return "\\"
        case "/": return "/"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            var units = [try codeUnit()]
            // A character beyond U+FFFF has two escapes.
            if UTF16.isLeadSurrogate(units[0]), remaining.starts(with: "\\u".utf8) {
                position += 2
                units.append(try codeUnit())
            }
            return String(decoding: units, as: UTF16.self)
        default: throw failure
        }
    }

    private mutating func codeUnit() throws(MalformedMessage) -> UInt16 {
        let digits = remaining.prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard text.count == 4, text.allSatisfy(\.isHexDigit), let unit = UInt16(text, radix: 16) else { throw failure }
        position = digits.endIndex
        return unit
    }
}
