// SPDX-License-Identifier: MIT

/// What the compiler sends to a plugin, as far as this plugin reads it.
///
/// A message is a JSON object with one key, its kind. Keys that are not listed are ignored.
package enum CompilerMessage: Decodable, Sendable {
    case getCapability
    case expandAttachedMacro(Expansion)
    case expandFreestandingMacro(Macro)
    case loadPluginLibrary
    /// One that this plugin does not know: its kind.
    case other(String)

    /// The wish for the source that an attribute stands for.
    package struct Expansion: Decodable, Sendable {
        package let macro: Macro
        package let macroRole: String
        package let attributeSyntax: Syntax
        package let declSyntax: Syntax
        /// The type that an extension would name.
        package let extendedTypeSyntax: Syntax?
        /// The conformances that the type does not have yet, as a declaration; nil if it has them all.
        package let conformanceListSyntax: Syntax?
        /// The headers of the declarations around, the innermost first.
        package let lexicalContext: [Syntax]?
    }

    package struct Macro: Decodable, Sendable {
        package let typeName: String
    }

    /// A piece of a source file with the comments and blanks before it.
    package struct Syntax: Decodable, Sendable {
        package let source: String
        package let location: Location
    }

    package struct Location: Decodable, Sendable {
        package let fileName: String
        /// Where ``Syntax/source`` begins in the file, in bytes.
        package let offset: Int
    }

    private struct Kind: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Freestanding: Decodable {
        let macro: Macro
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a message has one key, its kind")
            )
        }
        switch kind.stringValue {
        case "getCapability": self = .getCapability
        case "expandAttachedMacro": self = .expandAttachedMacro(try container.decode(Expansion.self, forKey: kind))
        case "expandFreestandingMacro":
            self = .expandFreestandingMacro(try container.decode(Freestanding.self, forKey: kind).macro)
        case "loadPluginLibrary": self = .loadPluginLibrary
        default: self = .other(kind.stringValue)
        }
    }
}
