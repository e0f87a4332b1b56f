// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

@Suite struct DeclarationModelTests {
    @Test func parserFindsTheWrittenDeclarations() throws {
        for seed in UInt64(0)..<500 {
            var writer = DeclarationWriter(seed: seed)
            writer.writeEnum()
            guard case .enumeration(let declaration) = try DeclarationParser.parse(SourceText(writer.text)) else {
                Issue.record("seed \(seed) is no enum")
                continue
            }
            #expect(declaration.inShort == writer.expected, "seed \(seed): \(writer.text)")
        }
    }

    @Test(arguments: [
        ("", []), ("// a", []), ("/* a */", []), ("/// a", ["/// a"]), ("//// a", ["//// a"]),
        ("  /// a \t", ["/// a"]),
        ("/// a\n// b\n/// c", ["/// a", "/// c"]), ("/** a */", ["/// a"]), ("/**\n a\n */", ["/// a"]),
        ("/**\n * a\n *\n *  b\n */", ["/// a", "///", "/// b"]),
        ("/** a\n\n\n b */", ["/// a", "///", "///", "/// b"]),
        ("/**/ // b", []), ("/**/\n/// b", ["/// b"]), ("/***/\n/// b", ["/// b"]),
        ("/** a */\n/// b", ["/// a", "/// b"]),
        ("/* a\n/// b\n*/\n/// c", ["/// c"]), ("/** a\r\nb */", ["/// a", "/// b"]), ("/**\n*/", []),
        ("/** a\n*/\n/* b */\n/** c */", ["/// a", "/// c"]), ("/**\n\n a */", ["/// a"]),
    ])
    func documentationPrecedesItsCase(comment: String, lines: [String]) throws {
        let source = SourceText("enum E {\n\(comment)\ncase a,\n\(comment)\nb }")
        guard case .enumeration(let declaration) = try DeclarationParser.parse(source) else {
            Issue.record("It is no enum.")
            return
        }
        for case .enumCase(let element) in declaration.elements { #expect(element.documentation == lines) }
        #expect(declaration.elements.count == 2)
    }
}
