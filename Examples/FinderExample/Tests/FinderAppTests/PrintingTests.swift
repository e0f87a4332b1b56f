// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware
import Testing

/// The program without a terminal.
@Suite struct PrintingTests {
    @Test func linesMatchGrep() throws {
        var files: [String: String] = [:]
        for index in 0..<200 {
            files["d\(index % 9)/f\(index)"] = (0..<index).map { "row \($0) of \(index)\n" }.joined()
        }
        let example = try Example(files)
        let found = try Example.run([example.folder, "row 7"])
        let grep = try Example.run(["-rn", "row.*7\\|7.*row", example.folder], program: "grep")
        #expect(found.status == 0)
        #expect(found.lines.count > 1_000)
        #expect(Set(found.lines).symmetricDifference(grep.lines) == [])
        #expect(found.lines.count == grep.lines.count)
        #expect(found.errors == "")
    }

    @Test func nothingFoundIsAnotherStatus() throws {
        let example = try Example(["a": "text"])
        let result = try Example.run([example.folder, "other"])
        #expect(result.status == 1)
        #expect(result.output.isEmpty && result.errors.isEmpty)
    }

    @Test(arguments: [
        ([], "there is no folder to search"), (["--bogus"], "unknown option '--bogus'"),
        (["--record"], "--record needs a file that ends with one of \(RecordingFormat.knownEndings)"),
        (["/", "a", "b"], "'b' is one word too many"),
        (["/nowhere", "a"], "/nowhere: No such file or directory"), (["/", " "], "the QUERY has no word"),
        (["/etc/passwd", "a"], "/etc/passwd: Not a directory"), (["/"], "without a terminal a QUERY is needed"),
    ])
    func badUseIsOneLineAndTheUsage(arguments: [String], mistake: String) throws {
        let result = try Example.run(arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.first == "FinderExample: \(mistake)")
        #expect(lines.dropFirst().first?.hasPrefix("usage: FinderExample DIR") == true)
    }

    @Test func helpIsNoMistake() throws {
        let result = try Example.run(["--help"])
        #expect(result.status == 0)
        #expect(result.lines.first?.hasPrefix("usage:") == true)
    }

    @Test func unreadableFolderIsCountedAndReported() throws {
        let example = try Example(["open/a": "needle\n", "shut/a": "needle\n"])
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: example.folder + "/shut")
        // Root can read all folders.
        let isRoot = getuid() == 0
        let result =
            try isRoot
            ? Example.run(
                ["--reuid=65534", "--clear-groups", Example.program, example.folder, "needle"],
                program: "setpriv"
            )
            : Example.run([example.folder, "needle"])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: example.folder + "/shut")
        #expect(result.lines == ["\(example.folder)/open/a:1:needle"])
        #expect(result.status == 2)
        #expect(result.errors == "FinderExample: could not be read: 1\n")
    }

    @Test func outputErrorIsReported() throws {
        let example = try Example(["a": "needle\n"])
        let result = try Example.run(["-c", "\(Example.program) \(example.folder) needle > /dev/full"], program: "sh")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("FinderExample: standard output: No space left"))
    }

    @Test func closedPipeEndsIt() throws {
        let example = try Example(["a": String(repeating: "needle\n", count: 300_000)])
        let result = try Example.run(["-c", "\(Example.program) \(example.folder) needle | head -n 1"], program: "sh")
        #expect(result.lines == ["\(example.folder)/a:1:needle"])
    }

    @Test func recordingIsWrittenWhenItEnds() throws {
        let example = try Example(["a": "needle\n"])
        let file = example.folder + ".jsonl"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let result = try Example.run(["--record", file, example.folder, "needle"])
        #expect(result.lines == ["\(example.folder)/a:1:needle"])
        let recording = try String(contentsOfFile: file, encoding: .utf8)
        #expect(recording.contains("search") && recording.contains("found"))
        let failure = try Example.run(["--record", "/nowhere/a.jsonl", example.folder, "needle"])
        #expect(failure.status == 2)
        #expect(failure.errors.hasPrefix("FinderExample: /nowhere/a.jsonl: "))
    }

    @Test func runCanBeInspected() throws {
        let example = try Example(["a": "needle\n"])
        let result = try Example.run(["--inspect", example.folder, "needle"])
        #expect(result.lines == ["\(example.folder)/a:1:needle"])
        #expect(result.errors.hasPrefix("Rex: The inspector is at http://127.0.0.1:"))
    }
}
