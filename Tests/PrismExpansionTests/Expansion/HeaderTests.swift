// SPDX-License-Identifier: MIT

import PrismExpansion
import Testing

@Suite struct HeaderTests {
    @Test(arguments: [
        "enum E<T: ~Copyable>: Sendable where T: ~Copyable { case a }",
        "enum E<T> where T: ~Copyable & ~Escapable { case a }",
        "enum E<T>: P where T: ~Escapable, T: ~Copyable { case a }",
    ])
    func suppressionForATypeParameterDoesNotApplyToTheEnum(declaration: String) throws {
        #expect(try Request(declaration: "@Prism " + declaration).answer().diagnostics == [])
    }

    @Test(arguments: [
        ("enum E<let n: Int> { case a }", nil),
        ("enum E<let n: Int, T> { case a }", "where T: Swift.SendableMetatype {"),
        (
            "enum E<T: P<Int, Int>, let n: Int, U> { case a }",
            "where T: Swift.SendableMetatype, U: Swift.SendableMetatype {"
        ),
    ])
    func valueParameterHasNoConstraint(declaration: String, condition: String?) throws {
        let request = Request(declaration: "@Prism " + declaration, role: "extension")
        let source = try request.answer().source
        let expected = condition.map { "extension Outer.Name \($0)" }
        #expect(source.split(separator: "\n").first { $0.contains("where") }.map(String.init) == expected)
    }

    @Test(arguments: ["prisms", "Prisms", "`Prisms`", "caseCount"])
    func caseWithANameThatTheMacroAddsIsRejected(name: String) throws {
        let plain = name.filter { $0 != "`" }
        let message =
            "the case '\(plain)' would collide with a static member that @Prism adds: rename the case"
        let answer = try Request(declaration: "@Prism enum E { case \(name) }").answer()
        #expect(answer.diagnostics.map(\.message) == [message])
        #expect(answer.source == "")
        let attribute = "@Prism(without: .casePaths)"
        let without = try Request(declaration: "\(attribute) enum E { case \(name) }", attribute: attribute).answer()
        #expect(without.diagnostics.map(\.message) == (plain == "caseCount" ? [message] : []))
    }
}
