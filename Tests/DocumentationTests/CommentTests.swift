// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The examples of documentation comments compile.
@Suite struct CommentTests {
    private static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "Sources").path).sorted()
    }

    @Test(arguments: try modules())
    func examplesOfCommentsCompile(module: String) throws {
        let comments = try Page.comments(in: Repository.root.appending(path: "Sources/\(module)"))
        guard !comments.isEmpty else { return }
        let path = "Tests/DocumentationTests/Contexts/\(module).swift"
        let context = try? String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        let problems = try CommentCheck.problems(of: comments, of: module, in: Page(path: path, text: context ?? ""))
        for (path, problem) in problems { problem.record(at: path) }
    }

    @Test(arguments: [
        ["var sum = 1", "sum += missing"], [".advanced(by: missing)"], ["case 0: missing()"], [#"\Int.missing"#],
        ["for number in missing {}"], ["extension Int { var next: Missing { 1 } }"],
        ["let sum = 1", "struct Sum { let a: Missing }"],
        ["try await missing()"], ["", "", "func sum() {", "    missing()", "}"],
    ])
    func mistakeInAFragmentHasTheLineOfTheComment(fragment: [String]) throws {
        try expectMistake(in: fragment, of: "Sources/Plain.swift")
    }

    @Test(arguments: [["return missing"], [".missing"], ["missing(", "    1", ")"]])
    func mistakeInAnExpressionHasTheLineOfTheComment(fragment: [String]) throws {
        try expectMistake(in: fragment, of: "Sources/Typed+Int.swift")
    }

    private func expectMistake(in fragment: [String], of path: String) throws {
        let comment =
            ["    /// Adds.", "    ///", "    /// ```swift"] + fragment.map { "    /// " + $0 } + ["    /// ```"]
        let page = Page(path: path, commentsOf: comment.joined(separator: "\n"))
        let context = "var receiver: Int { 1 }\nvar action: Int { 1 }\nenum InTyped_Int { typealias Value = Int }"
        let problems = try CommentCheck.problems(
            of: [page],
            of: "RexCore",
            in: Page(path: "Context.swift", text: context)
        )
        let line = try #require(fragment.firstIndex { $0.lowercased().contains("missing") }) + 4
        let (file, problem) = try #require(problems.first)
        #expect(problems.count == 1 && file == path && problem.line == line)
        #expect(problem.message.lowercased().contains("missing"))
    }
}
