// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The steps of the guide's first page.
@Suite struct GettingStartedTests {
    /// The page fills the folder of the tests last, but builds before, and the package manager warns of a target without
    /// a source.
    @Test func foldersOfTheTestsHaveASourceFromTheBeginning() throws {
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
