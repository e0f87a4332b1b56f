// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

/// Compares the generated source.
///
/// The tests of Prism show that it compiles and works.
@Suite struct SourceTests {
    @Test func membersOfACaseAreGenerated() throws {
        let declaration = """
            @Prism public enum Screen {
              /// Asks for the name.
              /** Twice,
               * if need be,
               and so on. */
              @available(*, deprecated, message: "old")
              @Other case login(name: String = "}", Int)
            }
            """
        let expected = """
            /// Asks for the name.
            /// Twice,
            /// if need be,
            /// and so on.
            @available(*, deprecated, message: "old")
            public nonisolated var login: (name: String, Int)? {
                get {
                    guard case .login(let value0, let value1) = self else { return nil }
                    return (name: value0, value1)
                }
                set {
                    guard case .login = self, let newValue else { return }
                    self = .login(name: newValue.0, newValue.1)
                }
            }
            /// Whether this is the case `login`.
            @available(*, deprecated, message: "old")
            public nonisolated var isLogin: Swift.Bool {
                if case .login = self { true } else { false }
            }
            /// The index of the case among the cases of the enum.
            public nonisolated var caseIndex: Swift.Int {
                switch self {
                case .login: return 0
                }
            }
            /// The number of cases.
            public nonisolated static var caseCount: Swift.Int {
                return 1
            }
            /// The paths to the cases of `Screen`.
            public nonisolated struct Prisms: Swift.Sendable {
                fileprivate init() {}
                public typealias PrismCasePath = PrismPath
                /// Asks for the name.
                /// Twice,
                /// if need be,
                /// and so on.
                @available(*, deprecated, message: "old")
                public nonisolated var login: PrismCasePath<Screen, (name: String, Int)> {
                    PrismCasePath(
                        extract: { root in
                            guard case .login(let value0, let value1) = root else { return nil }
                            return (name: value0, value1)
                        },
                        embed: { value in .login(name: value.0, value.1) },
                        caseIndex: 0
                    )
                }
            }
            /// The paths to the cases.
            public nonisolated static var prisms: Prisms { Prisms() }
            """
        #expect(try Request(declaration: declaration).answer().source == expected)
    }

    @Test func extensionAddsTheMissingConformance() throws {
        var request = Request(declaration: "@Prism enum E { case a }", role: "extension")
        #expect(try request.answer().source == "extension Outer.Name: PrismIndexed {}")
        request.lacksConformance = false
        #expect(try request.answer().source == "")
    }

    @Test(arguments: [
        ("public enum E { case a }", [], "public "),
        ("package enum E { case a }", ["struct S {}"], "package "),
        ("internal enum E { case a }", ["public extension S {}"], ""),
        ("fileprivate enum E { case a }", [], ""),
        ("enum E { case a }", ["@X public extension S {}"], "public "),
        ("enum E { case a }", ["public struct S {}"], ""),
        ("enum E { case a }", ["struct T {}", "public extension S {}"], ""),
    ])
    func membersAreAsVisibleAsTheEnum(declaration: String, context: [String], access: String) throws {
        let source = try Request(declaration: "@Prism " + declaration, context: context).answer().source
        #expect(source.contains("\n\(access)nonisolated var a: Swift.Void? {"))
    }

    @Test(arguments: [
        ("private enum E { case a }", ["struct S {}"]),
        ("enum E { case a }", ["private struct T {}", "struct S {}"]),
    ])
    func enumPrivateInATypeHasNoExtension(declaration: String, context: [String]) throws {
        let request = Request(declaration: "@Prism " + declaration, role: "extension", context: context)
        #expect(try request.answer().source == "")
    }

    @Test(arguments: [("private enum E { case a }", []), ("enum E { case a }", ["private struct S {}"])])
    func enumPrivateInTheFileHasAnExtension(declaration: String, context: [String]) throws {
        let request = Request(declaration: "@Prism " + declaration, role: "extension", context: context)
        #expect(try request.answer().source == "extension Outer.Name: PrismIndexed {}")
    }

    @Test func multilineConditionIsWrittenOnOneLine() throws {
        let declaration = "@Prism enum E {\n #if (X\n // or\n || Y) && Z\n case a\n #elseif f(\n1)\n case b\n #endif\n}"
        let lines = try Request(declaration: declaration).answer().source.split(separator: "\n")
        let conditions = Set(
            lines.filter { $0.contains("#if") || $0.contains("#elseif") }.map { $0.drop { $0 == " " } }
        )
        #expect(conditions == ["#if (X || Y) && Z", "#elseif f( 1)"])
    }

    @Test func conditionsWithoutCasesGenerateNothing() throws {
        let declaration = "@Prism enum E {\n case a\n #if X\n var b: Int { 1 }\n #else\n #if Y\n #endif\n #endif\n}"
        let source = try Request(declaration: declaration).answer().source
        #expect(!source.contains("#if"))
    }
}
