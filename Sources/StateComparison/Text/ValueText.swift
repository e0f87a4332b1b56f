// SPDX-License-Identifier: MIT

import RexCore

/// Writes any value on one line, as Swift would write it.
///
/// Unlike `String(describing:)`, it has a depth limit, follows each object once, sorts sets and
/// dictionaries so that equal ones have the same text, can stop after a number of values, and
/// replaces control characters, which a terminal would obey.
package struct ValueText {
    /// The depth of nested values that are written.
    private static let depthLimit = 64
    /// The number of values that a short text shows.
    private static let shortLimit = 100
    /// The number of UTF-8 bytes that a short text shows of a string.
    static let shortTextLimit = 1_000

    private var text = ""
    private var depth = 0
    private var remaining: Int
    /// The number of bytes that are written of each string.
    private let textLimit: Int
    private var openObjects: Set<ObjectIdentifier> = []
    /// The values around the present one that have a mirror of their own.
    private var openValues: [Any] = []
    /// Whether enum cases begin with a dot.
    private let isCode: Bool

    private init(limit: Int, textLimit: Int = .max, isCode: Bool = false) {
        remaining = limit
        self.textLimit = textLimit
        self.isCode = isCode
    }

    /// Returns the complete text of a value.
    package static func whole(_ value: Any) -> String {
        var writer = ValueText(limit: .max)
        writer.write(value)
        return writer.text.visible
    }

    /// Returns the text of a value with at most `limit` values, and at most `textLimit` bytes of
    /// each string.
    ///
    /// `…` stands for the rest.
    package static func bounded(_ value: Any, to limit: Int = 1_000, textsTo textLimit: Int = .max) -> String {
        var writer = ValueText(limit: limit, textLimit: textLimit)
        writer.write(value)
        return writer.text.visible
    }

    /// Returns the text of a value with its first parts.
    ///
    /// `…` stands for the rest.
    package static func short(_ value: Any) -> String { short(value, TypeShape.of(type(of: value))) }

    /// Returns a value as Swift code if its form is known: enum cases begin with a dot.
    package static func code(_ value: Any) -> String {
        var writer = ValueText(limit: shortLimit, isCode: true)
        writer.write(value)
        return writer.text.visible
    }

    static func short(_ value: Any, _ shape: TypeShape) -> String {
        if case .leaf = shape.kind { return leafText(of: value, shape).visible }
        var writer = ValueText(limit: shortLimit, textLimit: shortTextLimit)
        writer.write(value, shape)
        return writer.text.visible
    }

    private mutating func write(_ value: Any) { write(value, TypeShape.of(type(of: value))) }

    private mutating func write(_ value: Any, _ shape: TypeShape) {
        guard remaining > 0, depth < ValueText.depthLimit else {
            text += "…"
            return
        }
        remaining -= 1
        depth += 1
        defer { depth -= 1 }
        switch shape.kind {
        case .builtin: text += "…"
        case .function: text += "(Function)"
        case .metatype: text += "\(value)"
        case .actor: text += ValueText.identity(of: value)
        case .object: text += ValueText.ownText(of: value, shape) ?? ValueText.identity(of: value)
        case .leaf: text += ValueText.leafText(of: value, shape)
        case .parts where !shape.isOfSystem && value is any CustomReflectable: writeOnce(value)
        case .text, .collection, .parts: writeReflected(value)
        }
    }

    /// Writes a value whose mirror may contain the value itself, which is written as `Type(…)`.
    private mutating func writeOnce(_ value: Any) {
        guard !openValues.contains(where: { type(of: $0) == type(of: value) && Bytes.areEqual($0, value) }) else {
            text += "\(ValueText.typeName(of: value))(…)"
            return
        }
        openValues.append(value)
        writeReflected(value)
        openValues.removeLast()
    }

    /// Returns the text of a part of this value, at the same depth.
    private func text(of value: Any) -> String {
        var writer = self
        writer.text = ""
        writer.write(value)
        return writer.text
    }

    private mutating func writeReflected(_ value: Any) {
        if let text = ValueText.quoted(value, upTo: textLimit) { return self.text += text }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: writeOptional(mirror)
        case .collection: writeList(mirror.children.lazy.map(\.value))
        case .set: writeSet(mirror)
        case .dictionary: writeDictionary(mirror)
        default:
            if let array = (value as? any InlineList)?.array { return writeList(array) }
            if let bytes = ByteText.bytes(of: value) { return text += ByteText.text(of: bytes) }
            if let text = ValueText.ownText(of: value) { return self.text += text }
            writeParts(of: value, mirror)
        }
    }

    private mutating func writeOptional(_ mirror: Mirror) {
        guard let value = mirror.children.first?.value else {
            text += "nil"
            return
        }
        let isNil = ValueText.isNil(value)
        text += isNil ? "Optional(" : ""
        write(value)
        text += isNil ? ")" : ""
    }

    private mutating func writeList(_ values: some Sequence<Any>) {
        writeSeparated(values, in: ("[", "]")) { writer, value in writer.write(value) }
    }

    private mutating func writeSet(_ mirror: Mirror) {
        let sorted = Operators.sorted(mirror.children.map(\.value), by: \.self, writing: text)
        writeSeparated(sorted, in: ("[", "]")) { writer, element in writer.write(element) }
    }

    private mutating func writeDictionary(_ mirror: Mirror) {
        guard !mirror.children.isEmpty else {
            text += "[:]"
            return
        }
        let entries = mirror.children.map { child in
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            // A custom mirror may have any children.
            return pair.count == 2 ? (key: pair[0], value: pair[1]) : (key: child.label as Any, value: child.value)
        }
        let sorted = Operators.sorted(entries, by: \.key, writing: text)
        writeSeparated(sorted, in: ("[", "]")) { writer, entry in
            writer.write(entry)
            writer.text += ": "
            writer.write(entry.value.value)
        }
    }

    /// Writes the sorting key of a value.
    private mutating func write<Value>(_ sorted: Operators.Sorted<Value>) {
        guard let text = sorted.text else { return write(sorted.key) }
        remaining -= 1
        self.text += text
    }

    private mutating func writeParts(of value: Any, _ mirror: Mirror) {
        if mirror.displayStyle == .enum {
            return writeCase(mirror.children.first, of: value)
        }
        let fields = mirror.parts(of: value)
        guard mirror.displayStyle != .tuple else { return writeFields(fields) }
        guard mirror.displayStyle != nil || !fields.isEmpty else {
            text += "\(value)".onOneLine
            return
        }
        // The id and the action for an element are written as the payload of a case.
        if isCode || !(value is any ElementAction) { text += ValueText.typeName(of: value) }
        guard type(of: value) is AnyClass else { return writeFields(fields) }
        let object = ObjectIdentifier(value as AnyObject)
        guard openObjects.insert(object).inserted else {
            text += "(…)"
            return
        }
        writeFields(fields)
        openObjects.remove(object)
    }

    private mutating func writeCase(_ payload: Mirror.Child?, of value: Any) {
        text += isCode ? "." : ""
        guard let payload, let name = payload.label else {
            text += "\(value)".onOneLine
            return
        }
        text += name
        let isElement = !isCode && payload.value is any ElementAction
        guard !isElement, Mirror(reflecting: payload.value).displayStyle != .tuple else { return write(payload.value) }
        text += "("
        write(payload.value)
        text += ")"
    }

    private mutating func writeFields(_ fields: [Mirror.Child]) {
        writeSeparated(fields, in: ("(", ")")) { writer, field in
            if let label = field.label, !label.hasPrefix(".") { writer.text += label + ": " }
            writer.write(field.value)
        }
    }

    private mutating func writeSeparated<Values: Sequence>(
        _ values: Values,
        in brackets: (open: String, close: String),
        _ write: (inout ValueText, Values.Element) -> Void
    ) {
        text += brackets.open
        var isFirst = true
        for value in values {
            if !isFirst { text += ", " }
            isFirst = false
            guard remaining > 0 else {
                text += "…"
                break
            }
            write(&self, value)
        }
        text += brackets.close
    }
}

/// An action for an element, with its id.
private protocol ElementAction {}

extension ElementIDAction: ElementAction {}

extension ValueText {
    /// Returns the name of a type without its module and generic arguments.
    static func typeName(of value: Any) -> String {
        let name = "\(type(of: value))"
        guard name.last == ">", let first = name.firstIndex(of: "<") else { return name }
        return String(name[..<first])
    }
}
