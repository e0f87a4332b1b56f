// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The public symbols of a module, as the compiler reports them.
struct SymbolGraph: Decodable, Sendable {
    struct Symbol: Decodable, Sendable {
        struct Kind: Decodable, Sendable { let displayName: String }
        struct DocComment: Decodable, Sendable {
            struct Line: Decodable, Sendable { let text: String }
            let lines: [Line]
        }
        struct Signature: Decodable, Sendable {
            struct Parameter: Decodable, Sendable { let name: String, internalName: String? }
            let parameters: [Parameter]?
        }
        struct Location: Decodable, Sendable {
            struct Position: Decodable, Sendable { let line: Int }
            let uri: String
            let position: Position
        }

        let kind: Kind
        let pathComponents: [String]
        let docComment: DocComment?
        let functionSignature: Signature?
        let location: Location?

        var name: String {
            let root = "file://\(Repository.root.path)/"
            let place = location.map { " at \($0.uri.replacing(root, with: "")):\($0.position.line + 1)" } ?? ""
            return kind.displayName + " " + pathComponents.joined(separator: ".") + place
        }

        /// The parameters in a plain list of the comment, which the site does not show as parameters.
        var plainlyListedParameters: [String] {
            let names = Set(functionSignature?.parameters?.map { $0.internalName ?? $0.name } ?? [])
            let lines = docComment?.lines.map(\.text) ?? []
            return lines.flatMap { line in
                guard let item = line.prefixMatch(of: /(?:- |\* )(`.*?`):/) else { return [String]() }
                return item.1.matches(of: /`(\w+)`/).map { String($0.1) }.filter(names.contains)
            }
        }
    }

    let symbols: [Symbol]

    /// Returns the public symbols of a module and of its extensions of other modules, without synthesised ones.
    static func symbols(of module: String) throws -> [Symbol] {
        try withExtendedLifetime(TemporaryFolder()) { folder in
            try Compiler.symbolGraphs(of: module, in: folder).flatMap { file in
                try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: file))).symbols
            }
        }
    }
}
