// SPDX-License-Identifier: MIT

/// A message from the compiler to a plugin, reduced to the parts that this plugin reads.
///
/// A message is a JSON object with one key, which is its kind. Other keys than those below are
/// ignored.
package enum CompilerMessage: Sendable {
    case getCapability
    case expandAttachedMacro(Expansion)
    /// Any other message, of this kind.
    case other(String)

    /// A request for the expansion of an attribute.
    package struct Expansion: Sendable {
        /// The name of the macro's type.
        package let typeName: String
        package let macroRole: String
        package let attributeSyntax: Syntax
        package let declSyntax: Syntax
        /// The type that an extension would extend.
        package let extendedTypeSyntax: Syntax?
        /// A declaration with the conformances that the type doesn't have yet, or nil if it has
        /// them all.
        package let conformanceListSyntax: Syntax?
        /// The headers of the enclosing declarations, innermost first.
        package let lexicalContext: [Syntax]?
    }

    /// A piece of a source file, with the comments and whitespace before it.
    package struct Syntax: Sendable {
        package let source: String
        package let location: Location
    }

    package struct Location: Sendable {
        package let fileName: String
        /// The byte offset of ``Syntax/source`` in the file.
        package let offset: Int
    }

    package init(_ json: JSON) throws(MalformedMessage) {
        guard case .object(let members) = json, members.count == 1, let (kind, body) = members.first else {
            throw MalformedMessage("a message must be an object with one key")
        }
        do {
            switch kind {
            case "getCapability": self = .getCapability
            case "expandAttachedMacro": self = .expandAttachedMacro(try Expansion(body))
            default: self = .other(kind)
            }
        } catch {
            throw MalformedMessage("\(kind): \(error)")
        }
    }
}

extension CompilerMessage.Expansion {
    fileprivate init(_ json: JSON) throws(MalformedMessage) {
        typeName = try json.member("macro") { $0 }.member("typeName", \.string)
        macroRole = try json.member("macroRole", \.string)
        attributeSyntax = try .init(json.member("attributeSyntax") { $0 })
        declSyntax = try .init(json.member("declSyntax") { $0 })
        extendedTypeSyntax = try .init(json.optionalMember("extendedTypeSyntax") { $0 })
        conformanceListSyntax = try .init(json.optionalMember("conformanceListSyntax") { $0 })
        lexicalContext = try json.optionalMember("lexicalContext", \.elements)?.map(CompilerMessage.Syntax.init)
    }
}

extension CompilerMessage.Syntax {
    fileprivate init(_ json: JSON) throws(MalformedMessage) {
        source = try json.member("source", \.string)
        let location = try json.member("location") { $0 }
        self.location = try .init(
            fileName: location.member("fileName", \.string),
            offset: location.member("offset", \.integer)
        )
    }

    fileprivate init?(_ json: JSON?) throws(MalformedMessage) {
        guard let json else { return nil }
        try self.init(json)
    }
}
