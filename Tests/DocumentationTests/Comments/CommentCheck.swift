// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Compiles the examples in the documentation comments of a module, all in one file.
///
/// `Contexts` has a file for each module with the types and values that its examples use. It imports the modules that
/// they need besides RexCore and their own.
struct CommentCheck {
    private static let deadline = 120

    /// Returns the problems of these comments, each with the path of its file.
    static func problems(of comments: [Page], of module: String, in context: Page) throws -> [(String, Problem)] {
        let readers = comments.map { ($0.path, BlockReader($0)) }
        let flaws = readers.flatMap { path, reader in reader.problems.map { (path, $0) } }
        guard flaws.isEmpty else { return flaws }
        let examples = readers.flatMap { path, reader in
            reader.blocks.filter { $0.language == "swift" }.map { Example($0, of: path) }
        }
        let source =
            ["import RexCore", "import \(module)", "func given<Value>() -> Value { fatalError() }"]
            + ["#sourceLocation(file: \"\(context.path)\", line: 1)"] + context.lines
            + examples.enumerated().map { $1.source(number: $0, in: context) }
        let outcome = try withExtendedLifetime(TemporaryFolder()) { folder in
            try folder.write(source.joined(separator: "\n"), to: "Examples.swift")
            return try Compiler.compile(
                folder.file("Examples.swift"),
                [
                    "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-suppress-warnings", "-diagnostic-style",
                    "llvm",
                ] + Compiler.modules,
                deadline: deadline
            )
        }
        guard !outcome.succeeded else { return [] }
        let errors = outcome.diagnostics.split(separator: "\n").compactMap(problem)
        return errors.isEmpty ? [(module, Problem(line: 1, message: outcome.diagnostics))] : errors
    }

    private static func problem(in diagnostic: Substring) -> (String, Problem)? {
        guard let match = diagnostic.firstMatch(of: /^(.*):(\d+):\d+: error: (.*)/) else { return nil }
        return Int(match.2).map { (String(match.1), Problem(line: $0, message: String(match.3))) }
    }
}
