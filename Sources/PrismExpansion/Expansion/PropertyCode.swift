// SPDX-License-Identifier: MIT

/// The source code of the members for one case.
struct PropertyCode {
    let enumCase: EnumDeclaration.Case
    /// The modifiers for access, such as `public ` or `@usableFromInline `, or empty.
    let access: String

    private var name: String { enumCase.name.text }

    private var payload: [EnumDeclaration.Parameter] { enumCase.payload }

    /// Whether code that makes a value of this case doesn't compile, or gets a warning that it is
    /// never executed.
    var cannotBeMade: Bool {
        enumCase.attributes.contains { $0.contains("unavailable") }
            || payload.contains { $0.type == "Never" || $0.type == "Swift.Never" }
    }

    /// Returns the payload property with its doc comment.
    func property(settable: Bool) -> [String] {
        let documentation =
            enumCase.documentation.isEmpty
            ? ["/// The payload of the case `\(enumCase.name.plain)`; nil in any other case."]
            : enumCase.documentation
        return documentation + enumCase.attributes
            + ["\(access)nonisolated var \(name): \(optionalType) {"]
            + (settable ? ["    get {"] : [])
            + extraction(from: "self").map { (settable ? "        " : "    ") + $0 }
            + (settable ? ["    }"] + setter + ["}"] : ["}"])
    }

    /// Returns the property that tells whether a value is in the case.
    func isProperty() -> [String] {
        ["/// Whether this is the case `\(enumCase.name.plain)`."]
            + enumCase.attributes
            + [
                "\(access)nonisolated var \(Self.isName(for: enumCase.name)): Swift.Bool {",
                "    if case .\(name) = self { true } else { false }",
                "}",
            ]
    }

    /// Returns the case path property, for a type nested in the enum called `enumName`.
    ///
    /// The expression doesn't repeat the type: in an expression, the compiler can't parse a tuple
    /// type whose first label is a declaration keyword.
    func path(in enumName: String, index: String, counts: [String]) -> [String] {
        let type = "PrismCasePath<\(enumName), \(Self.replacingSelf(in: valueType, by: enumName))>"
        var path = ["PrismCasePath(", "    extract: { root in"]
        path += extraction(from: "root").map { "        " + $0 }
        path += [
            "    },",
            "    embed: { \(payload.isEmpty ? "_" : "value") in .\(name)\(arguments(of: "value")) },",
            "    caseIndex: \(index)",
            ")",
        ]
        let body = counts.isEmpty ? path : counts + ["return \(path[0])"] + path.dropFirst()
        return enumCase.documentation + enumCase.attributes
            + ["\(access)nonisolated var \(name): \(type) {"]
            + body.map { "    " + $0 }
            + ["}"]
    }

    /// A case without payload has nothing to set, since the setter doesn't change the case.
    private var setter: [String] {
        guard !payload.isEmpty, !cannotBeMade else { return ["    set {}"] }
        return [
            "    set {",
            "        guard case .\(name) = self, let newValue else { return }",
            "        self = .\(name)\(arguments(of: "newValue"))",
            "    }",
        ]
    }

    private func extraction(from root: String) -> [String] {
        guard !payload.isEmpty else { return ["if case .\(name) = \(root) { () } else { nil }"] }
        let bindings = payload.indices.map { "let value\($0)" }.joined(separator: ", ")
        let values = zip(payload.indices, payload).map { Self.label($1) + "value\($0)" }.joined(separator: ", ")
        return [
            "guard case .\(name)(\(bindings)) = \(root) else { return nil }",
            payload.count == 1 ? "return value0" : "return (\(values))",
        ]
    }

    private func arguments(of value: String) -> String {
        switch payload.count {
        case 0: ""
        case 1: "(\(Self.label(payload[0]))\(value))"
        default:
            "(" + zip(payload.indices, payload).map { "\(Self.label($1))\(value).\($0)" }.joined(separator: ", ") + ")"
        }
    }

    /// The type of the payload property without the optional: the payload's type, or a tuple.
    private var valueType: String {
        switch payload.count {
        case 0: "Swift.Void"
        case 1: Self.type(payload[0])
        default: "(" + payload.map { Self.label($0) + Self.type($0) }.joined(separator: ", ") + ")"
        }
    }

    /// Returns a label with its colon, in backticks if it is `inout` or not an identifier.
    ///
    /// The compiler warns about backticks that an argument label doesn't need.
    private static func label(_ parameter: EnumDeclaration.Parameter) -> String {
        guard let label = parameter.label else { return "" }
        let plain = label.filter { $0 != "`" }
        return (plain == "inout" || !isIdentifier(plain) ? "`\(plain)`" : plain) + ": "
    }

    private static func isIdentifier(_ name: String) -> Bool {
        name.utf8.allSatisfy(Lexer.isWord) && name.first?.isNumber == false
    }

    /// Replaces `Int!`, which is allowed for payloads only, by `Int?`.
    private static func type(_ parameter: EnumDeclaration.Parameter) -> String {
        parameter.type.hasSuffix("!") ? parameter.type.dropLast() + "?" : parameter.type
    }
}

extension PropertyCode {
    /// Returns `isOpen` for `open`, in backticks if it isn't an identifier without them.
    static func isName(for name: EnumDeclaration.Name) -> String {
        let plain = name.plain
        let text = "is" + plain.prefix(1).uppercased() + plain.dropFirst()
        return isIdentifier(text) ? text : "`\(text)`"
    }

    /// A question mark binds to the last word of a type, so all types but plain names need
    /// parentheses.
    private var optionalType: String {
        let isName = valueType.utf8.allSatisfy { Lexer.isWord($0) || $0 == UInt8(ascii: ".") }
        return isName || payload.count > 1 ? "\(valueType)?" : "(\(valueType))?"
    }

    /// Replaces the type `Self`, which would mean the nested type.
    ///
    /// A label `Self`, directly in parentheses, stays.
    static func replacingSelf(in type: String, by enumName: String) -> String {
        var result = ""
        var word = ""
        var openBrackets: [Character] = []
        for character in type + " " {
            if character.utf8.allSatisfy(Lexer.isWord) || character == "`" {
                word.append(character)
                continue
            }
            let isLabel = character == ":" && openBrackets.last == "("
            result += word == "Self" && result.last != "." && !isLabel ? enumName : word
            result.append(character)
            word = ""
            if "([".contains(character) { openBrackets.append(character) }
            if ")]".contains(character) { _ = openBrackets.popLast() }
        }
        return String(result.dropLast())
    }
}
