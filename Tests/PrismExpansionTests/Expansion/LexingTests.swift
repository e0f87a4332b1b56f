// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

/// Text that looks like code, and code that looks like text.
///
/// Each declaration has exactly the cases `a` and `b`.
@Suite struct LexingTests {
    @Test(arguments: [
        // Nested comments.
        "case a /* /* } */ case x } */\n case b",
        "case a /* /* /* */ } */ { */, b",
        "/* /*/ */ } */ case a\n case b",
        // A line break inside a comment only.
        "var x: Int = 1 /*\n*/ case a /*\r*/ case b",
        "case a /* /*\n*/ */ case b",
        "var x: Int = if /* */ case .some(let n) = o { n } else { 0 }\n case a, b",
        // A word before a slash: some words are followed by an operand, others by a division.
        "var x: R { return /}/ }\n case a, b",
        "var x: R { try await /}/ }; case a, b",
        "func f() { if /}/.test {} else { _ = 1 as /{/ } }\n case a, b",
        "var x: Int { n /2 }; case a, b; var y: Int { n/2 }",
        "var x: Int { $0 /2 }; case a, b; var y: Int { z/2 }",
        "var x: Int { self.return/2 }; case a, b; var y: Int { z/2 }",
        "var x: Int { #\"x\"# /2 }; case a, b; var y: Int { z/2 }",
        "var x: Int { #/x/# /2 }; case a, b; var y: Int { z/2 }",
        "var x: Int { \"x\" /2 }; case a, b; var y: Int { z/2 }",
        // A dot in a number.
        "case a(R = 1.5/2.5), b; var y: Double { 0x1.8p3/z }",
        // A bracket before a slash.
        "var x: Int { f(n)/2 }; case a, b; var y: Int { z/2 }",
        "var x: Int { n[0]/2 }; case a, b; var y: Int { z/2 }",
        "var x: Int { { n }/2 }; case a, b; var y: Int { z/2 }",
        // A space after a slash, and a space after the next character.
        "var x: [F] = [ / , g]; case a, b; var y: Int { z/2 }",
        "var x: R { return /} }/ }\n case a, b",
        // A parenthesis in a character class.
        "case a(R = /[(]/), b",
        "case a(R = /[)}]/, R = /([(])/), b",
        "case a(R = /[[(]()]/), b",
        // Spaces between the quotes and the end of the line.
        "case a(String = \"\"\" \t\n } \" ) \"\" \n\"\"\"), b",
        "case a(String = \"\"\"\r } \" ) \r\"\"\"), b",
    ])
    func textThatLooksLikeCodeIsText(body: String) throws {
        let answer = try Request(declaration: "@Prism enum E {\n \(body)\n}").answer()
        #expect(answer.diagnostics == [])
        #expect(answer.source.cases == ["a", "b"])
    }

    @Test(arguments: [
        "return", "in", "try", "await", "throw", "case", "else", "if", "guard", "while", "switch", "where", "is", "as",
        "consume", "copy", "do",
    ])
    func slashAfterAnOperandKeywordBeginsARegex(word: String) throws {
        let answer = try Request(declaration: "@Prism enum E { var x: R { y \(word) /}/ }; case a, b }").answer()
        #expect(answer.diagnostics == [])
        #expect(answer.source.cases == ["a", "b"])
    }

    @Test(arguments: ["`a\nb`", "`a\n`", "`\n`"])
    func nameWithALineBreakIsRejected(name: String) throws {
        let answer = try Request(declaration: "@Prism enum E { case \(name) }").answer()
        #expect(
            answer.diagnostics.map(\.message) == ["@Prism cannot read this enum: this name has no closing backtick"]
        )
    }

    @Test func lineBreakBetweenNamesInBackticksBeginsADeclaration() throws {
        let answer = try Request(declaration: "@Prism enum E {\n case `a`\n case `b`\n}").answer()
        #expect(answer.source.cases == ["`a`", "`b`"])
    }

    /// Language mode 5 warns about the space, language mode 6 rejects it.
    @Test(arguments: ["@available(*, deprecated)", "@available (*, deprecated)"])
    func argumentsOfAnAttributeCanFollowASpace(attribute: String) throws {
        let declaration =
            "@Prism (without: .setters) enum E {\n case a\n \(attribute) case b\n \(attribute)\n case c\n}"
        let answer = try Request(declaration: declaration).answer()
        #expect(answer.diagnostics == [])
        #expect(answer.source.cases == ["a", "b", "c"])
        // On the property, on `isB` and `isC`, and on the path.
        #expect(answer.source.split(separator: "\n").count { $0.hasSuffix(attribute) } == 6)
    }
}

extension String {
    /// The cases in the body of the property `caseIndex`.
    fileprivate var cases: [String] {
        split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "case", words[2] == "return" else { return nil }
            return String(words[1].dropFirst().dropLast())
        }
    }
}
