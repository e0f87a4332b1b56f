// SPDX-License-Identifier: MIT

/// The texts of values that are written as a whole.
extension ValueText {
    /// Returns whether a value has a description of its own.
    static func isDescribed(_ value: Any) -> Bool {
        if let operators = TypeShape.of(type(of: value)).operators { return operators.haveText }
        return value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    }

    /// Returns whether a value is an optional that is nil at some level.
    static func isNil(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.first.map { isNil($0.value) } ?? true
    }

    /// Returns the value's own description on one line, if there is one.
    static func ownText(of value: Any) -> String? { ownText(of: value, TypeShape.of(type(of: value))) }

    static func ownText(of value: Any, _ shape: TypeShape) -> String? {
        // Foundation traps when it describes such a date.
        if isNaNDate(value, shape) { return "Date(nan)" }
        if let operators = shape.operators { return operators.text(of: value)?.onOneLine }
        return switch value {
        case let value as any CustomStringConvertible: value.description.onOneLine
        case let value as any CustomDebugStringConvertible: value.debugDescription.onOneLine
        default: nil
        }
    }

    /// Returns whether a value is a date whose time is NaN.
    static func isNaNDate(_ value: Any, _ shape: TypeShape) -> Bool {
        guard shape.isDate else { return false }
        return (Mirror(reflecting: value).children.first?.value as? Double)?.isNaN == true
    }

    /// Returns a string or a character in quotes, with at most `limit` bytes, or nil for other
    /// values.
    static func quoted(_ value: Any, upTo limit: Int) -> String? {
        switch value {
        case let value as String: inQuotes(value[...], upTo: limit)
        case let value as Substring: inQuotes(value, upTo: limit)
        case let value as Character: value.debugDescription
        default: nil
        }
    }

    /// Returns a text in quotes.
    ///
    /// The bytes after the limit are not read.
    static func inQuotes(_ text: Substring, upTo limit: Int) -> String {
        guard text.utf8.count > limit else { return text.debugDescription }
        let end = text.utf8.index(text.startIndex, offsetBy: limit)
        return text[..<end].debugDescription + "…"
    }

    /// Returns the type of an object and its address.
    static func identity(of object: Any) -> String {
        "\(typeName(of: object))@0x\(String(UInt(bitPattern: ObjectIdentifier(object as AnyObject)), radix: 16))"
    }

    static func leafText(of value: Any, _ shape: TypeShape) -> String { ownText(of: value, shape) ?? bits(of: value) }

    /// Returns the type of an opaque value and its first word.
    static func bits(of value: Any) -> String {
        "\(type(of: value))(0x\(String(Bytes.word(of: value), radix: 16)))"
    }
}
