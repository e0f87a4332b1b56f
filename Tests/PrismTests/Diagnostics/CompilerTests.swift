// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Checks the messages that a user sees, by compiling with the plugin.
@Suite struct CompilerTests {
    /// Returns the errors and warnings for a source whose first line has the imports, each as
    /// `line:column: message`.
    private func messages(
        for source: String,
        imports: String = "import Prism; import RexCore",
        features: [String] = []
    ) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "prism-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Source.swift")
        try "\(imports)\n\(source)".write(to: file, atomically: true, encoding: .utf8)
        let compiler = try ChildProcess(
            running: "swiftc",
            arguments: ["-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", file.path] + Compiler.modules
                + features.flatMap { ["-enable-upcoming-feature", $0] }
        )
        let errors = compiler.remainingErrors()
        _ = compiler.waitForExit()
        return errors.split(separator: "\n").filter { $0.contains(": error: ") || $0.contains(": warning: ") }
            .map { $0.hasPrefix(file.path + ":") ? String($0.dropFirst(file.path.utf8.count + 1)) : String($0) }
    }

    @Test func validEnumHasNoMessages() throws {
        #expect(try messages(for: "@Prism public enum E { case a(Int), b }\nlet a = E.b.a, b = E.prisms.b") == [])
    }

    /// `inout` always needs backticks.
    ///
    /// The compiler warns about `let` and `var` without backticks in the case itself.
    @Test(arguments: ["`let`", "`var`", "`inout`", "let", "var", "for", "self", "Type", "in", "`in`"])
    func keywordLabelCausesNoMessagesInGeneratedCode(label: String) throws {
        let source = """
            @Prism enum E { case one(\(label): Int), two(\(label): Int, x: Int) }
            func sum(of e: E) -> Int? { e.two.map { $0.0 + $0.x } }
            """
        let plain = label.filter { $0 != "`" }
        let own = "'\(plain)' in this position is interpreted as an argument label"
        #expect(try messages(for: source).filter { !$0.hasSuffix(own) } == [])
    }

    @Test func casesWithKeywordsAsFirstOfTwoLabelsCompile() throws {
        let words = """
            associatedtype class deinit enum extension fileprivate func import init internal open operator
            precedencegroup private protocol public rethrows static struct subscript typealias break case catch continue
            default defer do else fallthrough for guard if in repeat return throw switch where while Any as await false
            is nil self Self super throws true try actor async macro package some any Type `let` `var` `inout` `Self`
            """
        let enums = words.split { " \n".contains($0) }.enumerated().map { index, word in
            """
            @Prism enum E\(index) { case one(\(word): Int), two(\(word): String, x: Int), three(Int, \(word): [Self]) }
            let number\(index) = E\(index).two(\(word == "`inout`" ? word : word.filter { $0 != "`" }): "", x: 1).two?.x
            """
        }
        #expect(try messages(for: enums.joined(separator: "\n")) == [])
    }

    /// A tuple's own labels may be keywords too, and `Self` is a label or a type.
    @Test func payloadTypesWithKeywordsCompile() throws {
        let source = """
            @Prism indirect enum Key: Hashable { case key([Self: Int], Self: Int), end }
            @Prism indirect enum E {
                case result(Set<Int>, x: Result<(struct: Int, x: Int), Never>?)
                case tuple((`protocol`: Int, port: Int), y: Int)
                case label(Self: Self, y: [(x: Int, Self: Self)])
                case end
            }
            let path: CasePath<E, (Self: E, y: [(x: Int, Self: E)])> = E.prisms.label
            """
        #expect(try messages(for: source) == [])
    }

    @Test func membersOfUsableFromInlineEnumsCanBeUsedInInlinableCode() throws {
        let source = """
            @usableFromInline @Prism enum E: Sendable { case a(Int), b, c(x: Int, y: String) }
            @Prism @usableFromInline enum Generic<Value> { case a(Value), b }
            public struct Outer { @usableFromInline @Prism enum Inner: Sendable { case a(Int) } }
            @inlinable public func index(of number: Int) -> Int? {
                var e = E.a(number)
                e.a = 3
                return e.isB ? e.caseIndex : E.prisms.a.extract(e) ?? E.caseCount
            }
            @inlinable public func number(_ number: Int) -> Int? {
                Generic.a(number).a ?? Generic<Int>.prisms.a.extract(.b) ?? Outer.Inner.a(1).a
            }
            """
        let imports = "import Prism; public import RexCore"
        #expect(try messages(for: source, imports: imports, features: ["InternalImportsByDefault"]) == [])
    }

    /// The compiler refuses an exhaustive switch of this size.
    @Test func enumWith800CasesCompiles() throws {
        let cases = (0..<800).map { "case a\($0)(Int)" }
        #expect(try messages(for: "@Prism enum E { \(cases.joined(separator: "\n")) }") == [])
    }

    @Test(arguments: ["", "public "], [[], ["MemberImportVisibility"]])
    func missingImportOfRexCoreIsReportedOnce(access: String, features: [String]) throws {
        let source = "@Prism \(access)enum E { case a(Int), b, c(x: Int, y: [E]) }\nlet a = E.b.isA, n = E.caseCount"
        let messages = try messages(for: source, imports: "import Prism", features: features)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("@Prism adds needs RexCore: add 'import RexCore' to this file") == true)
    }

    @Test(arguments: ["import Prism; public import RexCore", "public import RexCore; public import Prism"])
    func importsOfRexCoreAndPrismDoNotCollide(imports: String) throws {
        let source = """
            public struct Outer<T: Sendable> { @Prism public enum E { case a(T), b } }
            @Prism public enum E { case a(Int), b }
            public let path: CasePath<E, Int> = E.prisms.a
            """
        let features = ["MemberImportVisibility", "InternalImportsByDefault"]
        #expect(try messages(for: source, imports: imports, features: features) == [])
    }

    @Test func mistakesAreReportedAtTheirLocation() throws {
        let source = """
            /* é */ @Prism struct S {}

            enum Outer {
                @Prism
                enum E {
                    // é
                    case one, two(Int)
                    var isTwo: Bool { true }
                }
            }
            @Prism enum Empty {}
            @Prism(without: [PrismPart.setters][0]) enum Wrong { case a }
            """
        let messages = try messages(for: source)
        let expected = [
            "2:10: error: @Prism can only be attached to an enum",
            "8:19: error: the property 'isTwo' for the case 'two' would collide with a member that 'E' already has",
            "12:13: warning: @Prism makes properties for cases, but 'Empty' has none",
            "13:17: error: @Prism can leave out .setters, .isProperties and .casePaths",
        ]
        for message in expected {
            #expect(messages.contains { $0.hasPrefix(message) }, "\(message) is not among \(messages)")
        }
    }

    @Test(arguments: [
        (
            "@Prism enum E { case a(@autoclosure () -> Int) }",
            "2:24: error: a property cannot be an autoclosure: give the case 'a' a closure, '() -> Int'"
        ),
        (
            "@Prism enum E: ~Escapable { case a }",
            "2:13: error: @Prism returns payloads, so 'E' can't be ~Escapable"
        ),
        (
            "@Prism enum E: ~Copyable, ~Escapable { case a }",
            "2:13: error: @Prism copies payloads, so 'E' can't be ~Copyable"
        ),
    ])
    func unsupportedEnumIsReportedOnce(source: String, message: String) throws {
        let messages = try messages(for: source)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix(message) == true, "\(messages)")
    }

    @Test func closuresThatTakeAutoclosuresAreParsed() throws {
        #expect(try messages(for: "@Prism enum E { case a(@Sendable (@autoclosure () -> Int) -> Int), b }") == [])
    }

    @Test func enumInAFunctionIsRejectedByTheCompiler() throws {
        let messages = try messages(for: "func f() { @Prism enum E { case a } }")
        #expect(messages.contains("2:24: error: local type cannot have attached extension macro"))
    }

    @Test func freestandingUseIsRejectedByTheCompiler() throws {
        #expect(try messages(for: "let a = #Prism()").isEmpty == false)
    }

    @Test func excludedSettersAndPathsAreMissing() throws {
        let source = """
            @Prism(without: .setters, .casePaths) enum E { case a(Int) }
            func f() {
                var e = E.a(1)
                e.a = 2
                _ = E.prisms
            }
            """
        #expect(
            try messages(for: source) == [
                "5:7: error: cannot assign to property: 'a' is a get-only property",
                "6:11: error: type 'E' has no member 'prisms'",
            ]
        )
    }
}
