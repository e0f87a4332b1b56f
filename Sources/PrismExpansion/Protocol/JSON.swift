// SPDX-License-Identifier: MIT

/// A JSON value.
///
/// The plugin reads and writes its few messages without Foundation, which would make each clean
/// build of a package with `@Prism` slower.
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number in its textual form.
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    static let quote: UInt8 = 0x22
    static let backslash: UInt8 = 0x5C

    /// Parses a text that contains exactly one value.
    package init(_ text: String) throws(MalformedMessage) {
        self = try JSONReader.value(of: text)
    }

    package init(_ integer: Int) { self = .number(String(integer)) }

    /// The value without whitespace, with the keys of objects sorted.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let digits): digits
        case .string(let string): Self.quoted(string)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",")
                + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        var remaining = string.utf8[...]
        while let special = remaining.firstIndex(where: { $0 < 0x20 || $0 == quote || $0 == backslash }) {
            let digits = String(remaining[special], radix: 16)
            text += Substring(remaining[..<special]) + "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            remaining = remaining[special...].dropFirst()
        }
        return text + Substring(remaining) + "\""
    }
}

extension JSON {
    var string: String? { if case .string(let string) = self { string } else { nil } }

    var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

    var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    /// Returns a member of an object, converted by `kind`.
    ///
    /// Throws if it is missing.
    func member<Value>(_ key: String, _ kind: (JSON) -> Value?) throws(MalformedMessage) -> Value {
        guard let value = try optionalMember(key, kind) else { throw MalformedMessage("'\(key)' is missing") }
        return value
    }

    /// Returns a member of an object, converted by `kind`, or nil if it is missing or null.
    func optionalMember<Value>(_ key: String, _ kind: (JSON) -> Value?) throws(MalformedMessage) -> Value? {
        guard case .object(let members) = self else {
            throw MalformedMessage("a value that should contain '\(key)' is not an object")
        }
        guard let member = members[key], member != .null else { return nil }
        guard let value = kind(member) else { throw MalformedMessage("'\(key)' has the wrong type") }
        return value
    }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
