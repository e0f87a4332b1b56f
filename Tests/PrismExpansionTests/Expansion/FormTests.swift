// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

/// The generated code for a case, depending on its payload and name.
@Suite struct FormTests {
    private func lines(of enumCase: String) throws -> [String] {
        let answer = try Request(declaration: "@Prism enum E { \(enumCase) }").answer()
        #expect(answer.diagnostics == [])
        return answer.source.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
    }

    @Test(arguments: [
        ("a", "Swift.Void?", "Swift.Void", ".a"),
        ("a(Int)", "Int?", "Int", ".a(value)"),
        ("a(A.B)", "A.B?", "A.B", ".a(value)"),
        ("a([Int])", "([Int])?", "[Int]", ".a(value)"),
        ("a(Int?)", "(Int?)?", "Int?", ".a(value)"),
        ("a(Int!)", "(Int?)?", "Int?", ".a(value)"),
        ("a(any P)", "(any P)?", "any P", ".a(value)"),
        ("a(@Sendable () -> Void)", "(@Sendable () -> Void)?", "@Sendable () -> Void", ".a(value)"),
        ("a(x: Int = 1)", "Int?", "Int", ".a(x: value)"),
        ("a(_ x: Int)", "Int?", "Int", ".a(value)"),
        ("a(x y: Int)", "Int?", "Int", ".a(x: value)"),
        ("a(Int, String)", "(Int, String)?", "(Int, String)", ".a(value.0, value.1)"),
        ("a(x: Int, String!)", "(x: Int, String?)?", "(x: Int, String?)", ".a(x: value.0, value.1)"),
        (
            "a(in: Int, let: Int, inout: Int)", "(in: Int, let: Int, `inout`: Int)?",
            "(in: Int, let: Int, `inout`: Int)", ".a(in: value.0, let: value.1, `inout`: value.2)"
        ),
        ("a(`x`: Int, `x y`: Int)", "(x: Int, `x y`: Int)?", "(x: Int, `x y`: Int)", ".a(x: value.0, `x y`: value.1)"),
    ])
    func payloadDeterminesTheTypesAndTheConstruction(
        enumCase: String,
        property: String,
        path: String,
        made: String
    ) throws {
        let lines = try lines(of: "case \(enumCase)")
        #expect(lines.contains("nonisolated var a: \(property) {"))
        #expect(lines.contains("nonisolated var a: PrismCasePath<E, \(path)> {"))
        let value = enumCase == "a" ? "_" : "value"
        #expect(lines.contains("embed: { \(value) in \(made) },"))
        let setter = made.replacing("value", with: "newValue")
        #expect(lines.contains("self = \(setter)") == (enumCase != "a"))
        #expect(lines.contains("set {}") == (enumCase == "a"))
    }

    @Test(arguments: [
        ("Self", "E"), ("[Self]", "[E]"), ("X.Self", "X.Self"), ("Selfie", "Selfie"), ("`Self`", "`Self`"),
        ("(Self: Int, x: Self)", "(Self: Int, x: E)"), ("[Self: (Self: Self)]", "[E: (Self: E)]"),
        ("(Self, MySelf) -> Self", "(E, MySelf) -> E"), ("Result<Self, Self.Error>", "Result<E, E.Error>"),
    ])
    func selfIsReplacedByTheEnumInPathsOnly(type: String, inPaths: String) throws {
        let lines = try lines(of: "case a(\(type))")
        #expect(lines.contains("nonisolated var a: PrismCasePath<E, \(inPaths)> {"))
        #expect(lines.contains { $0 == "nonisolated var a: (\(type))? {" || $0 == "nonisolated var a: \(type)? {" })
    }

    @Test(arguments: [
        ("a", "isA"), ("open", "isOpen"), ("URL", "isURL"), ("_x", "is_x"), ("`in`", "isIn"), ("é", "isÉ"),
        ("`two words`", "`isTwo words`"), ("`1st`", "is1st"), ("x1", "isX1"),
    ])
    func isPropertyIsNamedAfterTheCase(name: String, property: String) throws {
        let lines = try lines(of: "case \(name)")
        #expect(lines.contains("nonisolated var \(property): Swift.Bool {"))
        #expect(lines.contains("if case .\(name) = self { true } else { false }"))
    }

    /// The compiler can't parse a tuple type with a keyword label in an expression.
    @Test func pathExpressionDoesNotRepeatThePayloadType() throws {
        let lines = try lines(of: "case a(protocol: String, port: Int)")
        #expect(lines.filter { $0.contains("protocol: String") }.allSatisfy { $0.hasPrefix("nonisolated var a: ") })
        #expect(lines.contains("PrismCasePath("))
    }

    @Test(arguments: [(256, "case .a255: return 255"), (257, "default: return 256")])
    func lastCaseOfALargeEnumIsMatchedByDefault(count: Int, last: String) throws {
        let cases = (0..<count).map { "case a\($0)" }.joined(separator: "\n")
        let lines = try lines(of: cases)
        #expect(lines.contains(last))
        #expect(lines.contains("case .a254: return 254"))
    }

    @Test func defaultOfALargeEnumMatchesACaseOutsideOfConditions() throws {
        let cases = (0..<300).map { "case a\($0)" }.joined(separator: "\n")
        let lines = try lines(of: "case first\n#if X\n\(cases)\n#endif\n")
        #expect(lines.contains("case .a299: return 300"))
        let end = try #require(lines.firstIndex(of: "default: return 0"))
        #expect(lines[end - 1] == "#endif" && lines[end + 1] == "}")
        #expect(try !self.lines(of: "#if X\n\(cases)\n#endif\n").contains { $0.hasPrefix("default") })
    }

    @Test(arguments: [
        ("@usableFromInline @Prism enum", "@usableFromInline nonisolated"),
        ("@Prism @usableFromInline package enum", "@usableFromInline package nonisolated"),
        ("@frozen @Prism public enum", "public nonisolated"),
    ])
    func allGeneratedMembersAreAsVisibleAsTheEnum(declaration: String, access: String) throws {
        let source = try Request(declaration: "\(declaration) E { case a(Int) }").answer().source
        for member in [
            "var a: ", "var isA", "var caseIndex", "static var caseCount", "static var prisms", "struct Prisms",
        ] {
            #expect(source.contains("\(access) \(member)"))
        }
    }

    @Test(arguments: ["case a(Never)", "case a(Int, Swift.Never)", "@available(*, unavailable) case a(Int)"])
    func caseThatCannotBeMadeHasNoSetterAndNoPath(enumCase: String) throws {
        let lines = try lines(of: enumCase)
        #expect(lines.contains("set {}"))
        #expect(!lines.contains { $0.contains("PrismCasePath<") || $0.hasPrefix("self = ") })
    }

    @Test(arguments: [
        ("@Prism", true, true, true), ("@Prism()", true, true, true),
        ("@Prism(without: .setters)", false, true, true),
        ("@Prism(without: PrismPart.isProperties)", true, false, true),
        ("@Prism(without: .casePaths)", true, true, false),
        ("@Prism(without: .setters, .casePaths)", false, true, false),
        ("@Prism (without: .casePaths,\n .isProperties, .setters)", false, false, false),
    ])
    func namedPartsAreLeftOut(attribute: String, setters: Bool, isProperties: Bool, casePaths: Bool) throws {
        let options = try PrismOptions(attribute: SourceText(attribute))
        #expect((options.setters, options.isProperties, options.casePaths) == (setters, isProperties, casePaths))
    }

    @Test(arguments: [(64, true), (65, false)]) func nestedInterpolationsAreParsedUpToALimit(depth: Int, isRead: Bool)
        throws
    {
        let text = (0..<depth).reduce("\"\"") { text, _ in "\"\\(\(text))\"" }
        let answer = try Request(declaration: "@Prism enum E { case a(String = \(text)) }").answer()
        let message = "@Prism cannot read this enum: string interpolations are nested too deeply here"
        #expect(answer.diagnostics.map(\.message) == (isRead ? [] : [message]))
        // Strings that aren't nested are unlimited in number.
        let many = "\"" + String(repeating: "\\(\"\")", count: 200) + "\""
        #expect(try Request(declaration: "@Prism enum E { case a(String = \(many)) }").answer().diagnostics == [])
    }
}
