// SPDX-License-Identifier: MIT

/// A JSON value.
///
/// The plugin reads and writes its few messages itself: with Foundation, each clean build of a
/// package that uses `@Prism` would take longer.
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    static let quote: UInt8 = 0x22
    static let backslash: UInt8 = 0x5C

    /// Reads a text that is one value and nothing else.
    package init(_ text: String) throws(MalformedMessage) {
        self = try JSONReader.value(of: text)
    }

    package init(_ integer: Int) { self = .number(String(integer)) }

    /// The value without blanks, the keys of objects in order.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let digits): digits
        case .string(let string): Self.quoted(string)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map(Self.text(key:value:)).joined(separator: ",") + "}"
        }
    }

    private static func text(key: String, value: JSON) -> String { quoted(key) + ":" + value.text }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        var rest = string.utf8[...]
        while let special = rest.firstIndex(where: { $0 < 0x20 || $0 == quote || $0 == backslash }) {
            let digits = String(rest[special], radix: 16)
            text += Substring(rest[..<special]) + "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            rest = rest[special...].dropFirst()
        }
        return text + Substring(rest) + "\""
    }
}

extension JSON {
    var string: String? { if case .string(let string) = self { string } else { nil } }

    var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

    var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    /// Returns the member of an object as `kind` reads it.
    func member<Value>(_ key: String, _ kind: (JSON) -> Value?) throws(MalformedMessage) -> Value {
        guard let value = try optionalMember(key, kind) else { throw MalformedMessage("'\(key)' is missing") }
        return value
    }

    /// Returns the member of an object as `kind` reads it; nil if it is absent or null.
    func optionalMember<Value>(_ key: String, _ kind: (JSON) -> Value?) throws(MalformedMessage) -> Value? {
        guard case .object(let members) = self else { throw MalformedMessage("'\(key)' is looked for in no object") }
        guard let member = members[key], member != .null else { return nil }
        guard let value = kind(member) else { throw MalformedMessage("'\(key)' is of the wrong kind") }
        return value
    }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
