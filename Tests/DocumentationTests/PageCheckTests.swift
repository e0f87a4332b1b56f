// SPDX-License-Identifier: MIT

import Testing

/// Checks that `PageCheck` finds the mistakes of sample pages.
@Suite struct PageCheckTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let problems: [Problem]

        init(_ testDescription: String, _ text: String, _ problems: Problem...) {
            self.testDescription = testDescription
            self.text = text
            self.problems = problems
        }
    }

    @Test(arguments: samples)
    func problemsOfASampleAreFound(sample: Sample) throws {
        let problems = try PageCheck.problems(of: Page(path: "Sample.md", text: sample.text))
        #expect(problems == sample.problems)
    }

    @Test func failingProgramIsReportedWithItsErrorOutput() throws {
        let page = Page(path: "Sample.md", text: "```swift\nprecondition(false, \"no rows\")\n```")
        let problems = try PageCheck.problems(of: page)
        #expect(problems.map(\.line) == [2])
        #expect(problems.first?.message.contains("no rows") ?? false)
    }

    @Test func failingTestIsReported() throws {
        let page = Page(
            path: "Sample.md",
            text: """
                ```swift
                import Testing

                @Test func sumIsRight() { #expect(1 + 1 == [3].count) }
                ```
                """
        )
        let problems = try PageCheck.problems(of: page)
        #expect(problems.map(\.line) == [4])
        #expect(problems.first?.message.contains("main.swift:4") ?? false)
    }
}
