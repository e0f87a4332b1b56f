// SPDX-License-Identifier: MIT

/// The texts of values that are not looked into.
extension ValueText {
    /// Returns whether a value has a description of its own.
    static func isDescribed(_ value: Any) -> Bool {
        if let operators = TypeShape.of(type(of: value)).operators { return operators.haveText }
        return value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    }

    /// Returns whether a value is an optional with nothing at its end.
    static func isNil(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.first.map { isNil($0.value) } ?? true
    }

    /// The description that a value has of its own, if it has one, on one line.
    static func ownText(of value: Any) -> String? { ownText(of: value, TypeShape.of(type(of: value))) }

    static func ownText(of value: Any, _ shape: TypeShape) -> String? {
        if let operators = shape.operators { return operators.text(of: value)?.onOneLine }
        return switch value {
        case let value as any CustomStringConvertible: value.description.onOneLine
        case let value as any CustomDebugStringConvertible: value.debugDescription.onOneLine
        default: nil
        }
    }

    /// A text in quotes, of which so many bytes are shown; nil for other values.
    static func quoted(_ value: Any, upTo limit: Int) -> String? {
        switch value {
        case let value as String: inQuotes(value[...], upTo: limit)
        case let value as Substring: inQuotes(value, upTo: limit)
        case let value as Character: value.debugDescription
        default: nil
        }
    }

    /// A text in quotes, from some character on; what is left out is not looked at.
    static func inQuotes(_ text: Substring, upTo limit: Int) -> String {
        guard text.utf8.count > limit else { return text.debugDescription }
        let end = text.utf8.index(text.startIndex, offsetBy: limit)
        return text[..<end].debugDescription + "…"
    }

    /// The type of an object, and where it is.
    static func identity(of object: Any) -> String {
        "\(type(of: object))@0x\(String(UInt(bitPattern: ObjectIdentifier(object as AnyObject)), radix: 16))"
    }

    /// The type of a value that shows nothing of itself, and the word that it begins with.
    static func bits(of value: Any) -> String {
        "\(type(of: value))(0x\(String(Bytes.word(of: value), radix: 16)))"
    }
}
