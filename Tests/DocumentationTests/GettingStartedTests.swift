// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Runs the commands of the guide's first page.
@Suite struct GettingStartedTests {
    /// The page builds the package before it writes the tests.
    ///
    /// A test target without a source file would give a warning.
    @Test func testFoldersHaveASourceFileFromTheStart() throws {
        let page = try #require(try Page.all().first { $0.name == "GettingStarted.md" })
        let steps = try #require(BlockReader(page).blocks.first { $0.language == "sh" })
        let folder = try TemporaryFolder()
        let script = "set -e; cd '\(folder.path)'\n" + steps.lines.joined(separator: "\n")
        let shell = try ChildProcess(running: "/bin/sh", arguments: ["-c", script])
        #expect(shell.remainingErrors() == "")
        #expect(shell.waitForExit() == .exited(0))
        let tests = folder.file("ReadingList/Tests")
        let targets = try FileManager.default.contentsOfDirectory(atPath: tests)
        #expect(targets == ["ReadingListTests"])
        for target in targets {
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(tests)/\(target)")
            #expect(files.contains { $0.hasSuffix(".swift") })
        }
    }
}
