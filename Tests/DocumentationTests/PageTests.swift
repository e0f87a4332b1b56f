// SPDX-License-Identifier: MIT

import Testing

@Suite struct PageTests {
    @Test(arguments: try Page.chosen())
    func everyBlockCompilesAndPrintsItsExpectedOutput(page: Page) throws {
        for problem in try PageCheck.problems(of: page) { problem.record(in: page) }
    }

    @Test(arguments: try Page.chosen(), Isolation.chosen)
    func everyBlockCompilesInAMainActorModule(page: Page, isolation: Isolation) throws {
        for problem in try PageCheck.problems(of: page, in: isolation) { problem.record(in: page) }
    }

    @Test func onlyTopLevelDeclarationsAreMarkedNonisolated() {
        let lines = [
            ("struct A {", "nonisolated struct A {"), ("@Prism enum B {", "@Prism nonisolated enum B {"),
            ("private final class C {", "private final nonisolated class C {"), ("    struct D {", "    struct D {"),
            ("@MainActor final class E {", "@MainActor final class E {"), ("let f = 1", "let f = 1"),
            ("func g() {", "nonisolated func g() {"), ("functions()", "functions()"),
            ("nonisolated struct H {", "nonisolated struct H {"),
        ]
        for (line, expected) in lines { #expect(Program.nonisolated(line) == expected) }
    }

    @Test(arguments: [Isolation.mainActor, .approachable])
    func mainActorStateIsRejected(isolation: Isolation) throws {
        let text =
            "```swift\nimport RexCore\n\n// States\n    struct S: Sendable { var count = 0 }\n"
            + "let store = Store(initialState: S(), reducer: Reducer<Int, S>.identity)\n"
            + "print(store.observe(\\.count) { _ in })\n```"
        let problems = try PageCheck.problems(of: Page(path: "Sample.md", text: text), in: isolation)
        #expect(problems.map(\.line) == [7])
        #expect(problems.first?.message.contains("converting non-Sendable function value") ?? false)
    }

    @Test(arguments: try Page.chosen())
    func codeLinesFitTheSite(page: Page) {
        for problem in Self.wideLines(of: page) { problem.record(in: page) }
    }

    @Test func wideLineIsFound() {
        let wide = "let " + String(repeating: "a", count: Self.width) + " = 1"
        let page = Page(path: "Sample.md", text: "\(wide)\n```swift\nlet b = 1\n\(wide)\n```\n```text\n\(wide)\n```")
        #expect(Self.wideLines(of: page).map(\.line) == [4])
    }

    @Test func readmeAndPagesOfTheGuideAreShort() throws {
        let limits = ["README.md": 170, "Docs/Rex.docc/OnePage.md": 300]
        for page in try Page.all() where page.isInGuide || limits.keys.contains(page.path) {
            #expect(page.lines.count - 1 <= limits[page.path, default: 400], "\(page.path)")
        }
    }

    @Test func pagesOfTheGuideHaveOneNextAtTheirEnd() throws {
        for page in try Page.all().filter(\.isInGuide) {
            let text = page.name == "Rex.md" ? page.lines.prefix { $0 != "## Topics" } : page.lines[...]
            #expect(page.lines.count { $0.hasPrefix("Next: [") } == 1, "\(page.path)")
            #expect(text.last { !$0.isEmpty }?.hasPrefix("Next: [") == true, "\(page.path)")
        }
    }

    /// The number of columns of a code block on the site, in a window of 1,300 pixels.
    private static let width = 80

    /// Returns a problem for each wider line of code.
    ///
    /// Output of programs is exempt.
    private static func wideLines(of page: Page) -> [Problem] {
        BlockReader(page).blocks.filter { $0.language != "text" }.flatMap { zip($0.lineNumbers, $0.lines) }
            .filter { $0.1.count > width }
            .map { Problem(line: $0.0, message: "The line has \($0.1.count) columns, more than \(width).") }
    }
}
