// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// Compiles and runs the Swift blocks of a page.
///
/// All blocks of a page, in order, are one file. Lines `// prints:` contain its expected output. A comment before a
/// block can change this: `<!-- starts over -->` begins a new file, and `<!-- rejected: message -->` expects that the
/// block does not compile after the blocks before it. A block that begins with `// swift-tools-version:` is a package
/// manifest.
struct PageCheck {
    private static let deadline = 120

    private let page: Page
    private let isolation: Isolation

    /// Returns all problems of the page, in the order of its lines.
    static func problems(of page: Page, in isolation: Isolation = .none) throws -> [Problem] {
        let reader = BlockReader(page)
        guard reader.problems.isEmpty else { return reader.problems }
        let check = PageCheck(page: page, isolation: isolation)
        let programs = Program.all(of: reader.blocks)
        let problems =
            switch isolation {
            case .none:
                try reader.blocks.filter(\.isManifest).flatMap(check.problems) + programs.flatMap(check.problems)
            case .mainActor, .approachable: try programs.flatMap(check.problemsOfIsolated)
            }
        return problems.sorted { $0.line < $1.line }
    }

    private func problems(ofManifest block: CodeBlock) throws -> [Problem] {
        try withExtendedLifetime(TemporaryFolder()) { folder in
            let arguments = ["-typecheck"] + Compiler.manifest
            return problems(in: try compile(Program.source(of: [block]), with: arguments, in: folder))
        }
    }

    private func problems(of program: Program) throws -> [Problem] {
        try withExtendedLifetime(TemporaryFolder()) { folder in
            let executable = folder.file("App")
            let arguments = try ["-Onone", "-o", executable] + Compiler.linking()
            let runner = program.usesTesting ? "await Testing.__swiftPMEntryPoint() as Never\n" : ""
            let outcome = try compile(Program.source(of: program.blocks) + runner, with: arguments, in: folder)
            guard outcome.succeeded else { return problems(in: outcome) }
            return try program.problems(running: executable, in: folder, deadline: Self.deadline)
                + program.rejected.flatMap { block, message, position in
                    try problemOfRejected(block, message, after: program.blocks.prefix(position)).map { [$0] } ?? []
                }
        }
    }

    /// Returns the problems of a program in an isolated module.
    ///
    /// Tests are left out: as of Swift 6.3, the macros of swift-testing don't compile in such a module. Apps have their
    /// tests in another module.
    private func problemsOfIsolated(_ program: Program) throws -> [Problem] {
        if page.isForEachIsolation { return try problems(of: program.withoutTests) }
        guard !program.usesTesting, !program.blocks.isEmpty else { return [] }
        return try withExtendedLifetime(TemporaryFolder()) { folder in
            let arguments = ["-emit-sil", "-o", "/dev/null"] + Compiler.modules
            return problems(
                in: try compile(Program.source(of: program.nonisolated.blocks), with: arguments, in: folder)
            )
        }
    }

    /// Compiles the program as `main.swift`, with warnings as errors.
    private func compile(
        _ source: String,
        with arguments: [String],
        in folder: TemporaryFolder
    ) throws -> Compiler.Outcome {
        try folder.write(source, to: "main.swift")
        return try Compiler.compile(
            folder.file("main.swift"),
            ["-warnings-as-errors", "-diagnostic-style", "llvm", "-module-name", "App"] + isolation.arguments
                + Compiler.testing + arguments,
            deadline: Self.deadline
        )
    }

    private func problems(in outcome: Compiler.Outcome) -> [Problem] {
        guard !outcome.succeeded else { return [] }
        let errors = CompilerError.all(in: outcome.diagnostics)
        guard !errors.isEmpty else { return [Problem(line: 1, message: outcome.diagnostics)] }
        return errors.map { Problem(line: $0.line, message: $0.message) }
    }

    private func problemOfRejected(
        _ block: CodeBlock,
        _ message: String,
        after blocks: some Sequence<CodeBlock>
    ) throws -> Problem? {
        let outcome = try withExtendedLifetime(TemporaryFolder()) { folder in
            let arguments = ["-emit-sil", "-o", "/dev/null"] + Compiler.modules
            return try compile(Program.source(of: Array(blocks) + [block]), with: arguments, in: folder)
        }
        let errors = CompilerError.all(in: outcome.diagnostics).filter { block.lineNumbers.contains($0.line) }
        guard !errors.contains(where: { $0.message.contains(message) }) else { return nil }
        let answer = outcome.succeeded ? "accepted." : "rejected with: " + errors.map(\.message).joined(separator: "; ")
        return Problem(
            line: block.firstLine,
            message: "The block should be rejected with \"\(message)\", but is \(answer)"
        )
    }
}
