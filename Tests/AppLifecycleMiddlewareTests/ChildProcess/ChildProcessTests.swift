// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func outputIsReadLineByLineThenToTheEnd() throws {
        let child = try ChildProcess(running: "printf", arguments: ["a\\nb\\nc\\nd\\nend"])
        #expect(child.nextLine() == "a")
        #expect(child.line { $0 > "b" } == "c")
        #expect(child.remainingOutput() == "d\nend")
        #expect(child.nextLine() == nil)
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func inputReachesTheChildUntilItIsClosed() throws {
        let child = try ChildProcess(running: "cat")
        child.write("one\n")
        #expect(child.nextLine() == "one")
        child.write("two\nthree")
        child.closeInput()
        #expect(child.remainingOutput() == "two\nthree")
        #expect(child.waitForExit() == .exited(0))
        child.write("nobody reads this")
    }

    @Test func childGetsItsArgumentsAndEnvironment() throws {
        let script = #"printf '%s|' "$0" "$1" "$REX_WORD" "${HOME:+kept}" >&2; exit 7"#
        let child = try ChildProcess(
            running: "/bin/sh",
            arguments: ["-c", script, "a b", "*"],
            environment: ["REX_WORD": "x y", "HOME": "/"]
        )
        #expect(child.remainingErrors() == "a b|*|x y|kept|")
        #expect(child.waitForExit() == .exited(7))
        #expect(child.waitForExit() == .exited(7))
    }

    @Test func stopsContinuationsAndExitsAreReported() throws {
        let child = try ChildProcess(running: "cat", ownGroup: true)
        #expect(getpgid(child.processID) == child.processID)
        child.signal(SIGTSTP)
        #expect(child.waitForStop() == SIGTSTP)
        child.signal(SIGCONT)
        #expect(child.waitForContinuation())
        child.signal(SIGHUP)
        #expect(child.waitForStop() == nil)
        #expect(child.waitForExit() == .signalled(SIGHUP))
        #expect(!child.waitForContinuation())
    }

    @Test func childPastItsDeadlineIsKilledAndReportedOnce() throws {
        try withKnownIssue {
            let child = try ChildProcess(running: "cat", deadline: 0)
            #expect(child.nextLine() == nil)
            #expect(child.waitForExit() == .signalled(SIGKILL))
        } matching: { issue in
            issue.description.contains("was killed at its deadline while the test waited for a line")
        }
    }

    @Test func releasedChildIsKilledAndReaped() throws {
        var child: ChildProcess? = try ChildProcess(running: "cat")
        let processID = try #require(child?.processID)
        #expect(kill(processID, 0) == 0)
        child = nil
        #expect(kill(processID, 0) == -1)
        #expect(errno == ESRCH)
    }

    @Test func missingProgramIsAnError() {
        #expect(throws: ChildProcess.SpawnFailure.self) {
            try ChildProcess(running: "/no/such/program")
        }
    }
}
