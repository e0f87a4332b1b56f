// SPDX-License-Identifier: MIT

import Testing

@Suite struct PageTests {
    @Test(arguments: try Page.chosen())
    func everyBlockCompilesAndPrintsWhatThePageSays(page: Page) throws {
        for problem in try PageCheck.problems(of: page) { problem.record(in: page) }
    }

    @Test(arguments: try Page.chosen())
    func noLineOfCodeIsCutByTheSite(page: Page) {
        for problem in Self.wideLines(of: page) { problem.record(in: page) }
    }

    @Test func wideLineIsFound() {
        let wide = "let " + String(repeating: "a", count: Self.width) + " = 1"
        let page = Page(path: "Sample.md", text: "\(wide)\n```swift\nlet b = 1\n\(wide)\n```\n```text\n\(wide)\n```")
        #expect(Self.wideLines(of: page).map(\.line) == [4])
    }

    /// The columns of code in the site's text, at a width of 1,300 pixels.
    private static let width = 80

    /// The lines of code that are wider; what programs print stands as it is.
    private static func wideLines(of page: Page) -> [Problem] {
        BlockReader(page).blocks.filter { $0.language != "text" }.flatMap { zip($0.lineNumbers, $0.lines) }
            .filter { $0.1.count > width }
            .map { Problem(line: $0.0, message: "The line has \($0.1.count) columns, more than \(width).") }
    }
}
