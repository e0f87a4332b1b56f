// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import struct RecorderMiddleware.RecordingError

/// Compiles and runs tests that were made from recordings.
@Suite struct TestSourceTests {
    /// All tests are in one program, since compiling is slow.
    @Test func testsOfACorpusPassAndFailWithAnotherReducer() async throws {
        let folder = try TemporaryFolder()
        var files = ["Shop", "CorpusTypes", "CorpusMiddlewares"].map { name in
            Repository.root.appending(path: "Tests/RecorderMiddlewareTests/Fixtures/\(name).swift").path
        }
        for program in TestCorpus.all {
            try folder.write(try await program.source(), to: program.name + ".swift")
            files.append(folder.file(program.name + ".swift"))
        }
        try folder.write(Self.main, to: "Main.swift")
        let outcome = try Compiler.compile(
            folder.file("Main.swift"),
            files + Compiler.linking() + Compiler.testing
                + [
                    "-wmo", "-parse-as-library", "-module-name", "RecorderMiddlewareTests", "-o", folder.file("corpus"),
                ],
            deadline: 300
        )
        try #require(outcome.succeeded, "\(outcome.diagnostics)")
        let (output, ending) = try run(folder.file("corpus"))
        #expect(output.contains("Test run with \(TestCorpus.all.count) tests"))
        #expect(ending == .exited(0), "\(output)")
        let changed = try run(folder.file("corpus"), ["REX_CORPUS_CHANGED": "1"]).output
        for program in TestCorpus.all { #expect(changed.contains("\(program.name)() failed"), "\(program.name)") }
    }

    private static let main = """
        import Testing

        @main struct Main {
            static func main() async { await Testing.__swiftPMEntryPoint() as Never }
        }
        """

    /// Returns the output of a program as lines without colours, and its exit status.
    private func run(
        _ program: String,
        _ environment: [String: String] = [:]
    ) throws -> (output: String, ending: ChildProcess.Ending) {
        let child = try ChildProcess(running: program, environment: environment)
        return (child.remainingErrors() + child.remainingOutput(), child.waitForExit())
    }
}
