// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

@Suite struct DiagnosticTests {
    /// A declaration with a mistake.
    ///
    /// `«` and `»` enclose the range that the message refers to.
    struct Mistake: Sendable, CustomStringConvertible {
        let marked: String
        let message: String

        var description: String { message }

        init(_ marked: String, _ message: String) {
            self.marked = marked
            self.message = message
        }
    }

    static let mistakes = [
        Mistake("«@Prism» struct S {}", "@Prism can only be attached to an enum, not to 'struct'"),
        Mistake("«@Prism» final public class C {}", "@Prism can only be attached to an enum, not to 'class'"),
        Mistake("«@Prism» protocol P {}", "@Prism can only be attached to an enum, not to 'protocol'"),
        Mistake("«@Prism» actor A {}", "@Prism can only be attached to an enum, not to 'actor'"),
        Mistake("@Prism enum «E» {}", "@Prism makes properties for cases, but 'E' has none"),
        Mistake(
            "@Prism enum E { case one, many(«Int...») }",
            "a property cannot be variadic: give the case 'many' an array, '[Int]'"
        ),
        Mistake(
            "@Prism enum E { case one(Int, x: «@Sendable @autoclosure () -> Int») }",
            "a property cannot be an autoclosure: give the case 'one' a closure, '@Sendable () -> Int'"
        ),
        Mistake("@Prism enum «E»: ~Escapable { case a }", "@Prism returns payloads, so 'E' can't be ~Escapable"),
        Mistake("@Prism enum «E»: ~Copyable { case a }", "@Prism copies payloads, so 'E' can't be ~Copyable"),
        Mistake(
            "@Prism enum E { case «a»\n var a: Int { 1 } }",
            "the property 'a' for the case 'a' would collide with a member that 'E' already has: rename one of them"
        ),
        Mistake(
            "@Prism enum E { func a() {}\n case «`a`»(Int) }",
            "the property 'a' for the case 'a' would collide with a member that 'E' already has: rename one of them"
        ),
        Mistake(
            "@Prism enum E { case «open»; var isOpen: Bool { true } }",
            "the property 'isOpen' for the case 'open' would collide with a member that 'E' already has: "
                + "rename one of them, or write @Prism(without: .isProperties)"
        ),
        Mistake(
            "@Prism enum E { case open, «isOpen» }",
            "the property 'isOpen' for the case 'isOpen' would collide with a property of the case 'open': "
                + "rename one of them"
        ),
        Mistake(
            "@Prism enum E { case a(x: Int), «a»(y: Int) }",
            "the property 'a' for the case 'a' would collide with a property of the case 'a': rename one of them"
        ),
        Mistake(
            "@Prism enum E { case «caseIndex» }",
            "the property 'caseIndex' for the case 'caseIndex' would collide with the property of CaseIndexed: "
                + "rename one of them"
        ),
        Mistake(
            "@Prism enum E { case «prisms» }",
            "the case 'prisms' would collide with a static member that @Prism adds: rename the case"
        ),
        Mistake(
            "@Prism enum «E» { case a\n struct Prisms {} }",
            "'E' already has 'Prisms', which @Prism would add: rename it, or write @Prism(without: .casePaths)"
        ),
    ]

    @Test(arguments: mistakes)
    func mistakeIsReportedAtItsLocation(mistake: Mistake) throws {
        // Offsets are in bytes, and the text before the declaration contains multi-byte characters.
        let marked = "\n/* é */ " + mistake.marked
        let declaration = marked.filter { !"«»".contains($0) }
        let start = try #require(marked.firstIndex(of: "«"))
        let end = try #require(marked.firstIndex(of: "»"))
        let before = marked[..<start].utf8.count
        let length = marked[start..<end].utf8.count - "«".utf8.count
        let attribute = "\n/* é */ @Prism"
        let answer = try Request(declaration: declaration, attribute: attribute, offset: 100).answer()
        #expect(answer.diagnostics.map(\.message).first == mistake.message)
        let diagnostic = try #require(answer.diagnostics.first)
        #expect(diagnostic.position.fileName == "/File.swift")
        #expect(diagnostic.position.offset == 100 + before)
        let highlight = try #require(diagnostic.highlights.first)
        #expect(diagnostic.highlights.count == 1)
        #expect(highlight.fileName == "/File.swift")
        #expect(highlight.startOffset == 100 + before)
        #expect(highlight.endOffset == 100 + before + length)
    }

    @Test func errorReturnsNoSourceAndWarningReturnsSource() throws {
        #expect(try Request(declaration: "@Prism enum E { case a, a }").answer().source == "")
        let empty = try Request(declaration: "@Prism enum E {}").answer()
        #expect(empty.diagnostics.map(\.severity) == [.warning])
        #expect(empty.source.contains("switch self {\n    }"))
    }

    @Test func diagnosticsAreSentOnceAlthoughTheCompilerCallsTwice() throws {
        let request = Request(declaration: "@Prism struct S {}", role: "extension")
        #expect(try request.answer().diagnostics == [])
        #expect(try request.answer().source == "")
    }

    @Test func allMistakesAreReported() throws {
        let answer = try Request(declaration: "@Prism enum E { case a(Int...), a, prisms }").answer()
        #expect(answer.diagnostics.count == 3)
    }

    @Test func mistakesAreOrderedByEnumPayloadsAndNames() throws {
        let all = try Request(declaration: "@Prism enum E: ~Copyable { case a, a, b(Int...) }").answer()
        let parts = ["~Copyable", "variadic", "collide"]
        #expect(all.diagnostics.count == parts.count)
        for (diagnostic, part) in zip(all.diagnostics, parts) { #expect(diagnostic.message.contains(part)) }
        let empty = try Request(declaration: "@Prism enum E: ~Escapable {}").answer()
        #expect(empty.diagnostics.map(\.severity) == [.error, .warning])
    }

    @Test(arguments: [
        ("func a() {}", true), ("func a<Value>() -> Value? { nil }", true), ("func `a`() {}", true),
        ("func a(_ value: Int) {}", false), ("func a<Value>(_ value: Value) {}", false), ("func b() {}", false),
        ("func b(a: Int) { let a = a }", false), ("subscript(a: Int) -> Int { a }", false),
        ("var a: Int { get { 1 } set {} }", true), ("var b: Int { let a = 1; return a }", false),
    ])
    func memberCollidesWithACaseIfItHasNoParameters(member: String, collides: Bool) throws {
        for declaration in ["@Prism enum E { case a\n \(member) }", "@Prism enum E { \(member)\n case a }"] {
            #expect(try Request(declaration: declaration).answer().diagnostics.isEmpty != collides)
        }
    }

    @Test func casesThatNeverCoexistDoNotCollide() throws {
        let declaration = """
            @Prism enum E {
              #if DEBUG
              case a
              #else
              case a(Int)
              #endif
              #if os(Linux)
              case b
              #else
              var b: Int { 1 }
              #endif
            }
            """
        #expect(try Request(declaration: declaration).answer().diagnostics == [])
        let meeting = declaration.replacing("#else\n  case a", with: "#endif\n  #if os(Linux)\n  case a")
        #expect(try Request(declaration: meeting).answer().diagnostics.count == 1)
    }

    @Test(arguments: ["@Prism(without: .everything)", "@Prism(without: parts)", "@Prism(without: .setters, x())"])
    func unknownPartIsRejected(attribute: String) throws {
        let answer = try Request(declaration: "@Prism enum E { case a }", attribute: attribute).answer()
        #expect(
            answer.diagnostics.map(\.message) == [
                "@Prism can leave out .setters, .isProperties and .casePaths: write their names here"
            ]
        )
        #expect(answer.source == "")
    }

    @Test(arguments: [
        ("@Prism enum E { case a«(", "this bracket has no matching closing bracket"),
        ("@Prism enum E { case a «) }", "this bracket has no matching opening bracket"),
        ("@Prism enum E { case a = «\"x }", "unterminated string literal"),
        ("@Prism enum E { case a = «\"\"\"\n}\" }", "unterminated string literal"),
        ("@Prism enum E { case a «/* }", "unterminated '/*' comment"),
        ("@Prism enum E { case «`a }", "this name has no closing backtick"),
        ("@Prism enum E { case a(Regex = #«/x }", "unterminated regular expression"),
        ("@Prism enum E { #if X\n case a «}", "'#endif' is missing before the end of the enum"),
        ("@Prism enum E { case a\n #if X «}", "'#endif' is missing before the end of the enum"),
        ("@Prism enum E { «#endif\n case a }", "there is no '#if' before this '#endif'"),
        ("@Prism enum E { case «}", "the name of a case is expected here"),
        ("@Prism enum E { case a(«x:) }", "the type of a payload is expected here"),
        ("@Prism «enum", "the name of the enum is expected here"),
        ("@Prism enum «E", "the body of the enum is expected here"),
        ("@«Prism", "a declaration is expected here"),
        ("«", "a declaration is expected here"),
    ])
    func unparsableSourceIsReportedAtItsLocation(marked: String, reason: String) throws {
        let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
        let answer = try Request(declaration: parts.joined(), offset: 100).answer()
        #expect(answer.diagnostics.map(\.message) == ["@Prism cannot read this enum: \(reason)"])
        #expect(answer.diagnostics.first?.position.offset == 100 + parts[0].utf8.count)
        #expect(answer.source == "")
    }
}
