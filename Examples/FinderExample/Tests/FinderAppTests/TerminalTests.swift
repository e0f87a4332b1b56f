// SPDX-License-Identifier: MIT

import Foundation
import PseudoTerminal
import Testing

/// The program in a terminal: its screen and its cleanup.
@Suite struct TerminalTests {
    private let example = try? Example([
        "a.txt": "hello\nNeedle one\nlast\n",
        "sub/many.txt": (1...30).map { "line \($0) needle\n" }.joined(),
        "sub/wide.txt": "漢字 needle 日本\tend\u{1b}[31m\n",
        "binary": "needle\0",
    ])

    @Test func typedWordsFindLinesAndEnterPrintsTheSelectedOne() throws {
        let example = try #require(example)
        let terminal = try example.start(columns: 120)
        #expect(terminal.waits(for: "0 of 4 files"))
        terminal.type("needle")
        #expect(terminal.wait { $0.text.contains("32 lines, 4 of 4 files, 1 binary") && $0.text.contains("3 last") })
        #expect(
            terminal.screen.rows == [
                "> needle", "  32 lines, 4 of 4 files, 1 binary", "a.txt:2: Needle one",
                "sub/many.txt:1: line 1 needle",
                "sub/many.txt:2: line 2 needle", "sub/many.txt:3: line 3 needle", "sub/many.txt:4: line 4 needle",
                "-- a.txt --", "    1 hello", "    2 Needle one", "    3 last", "",
            ]
        )
        #expect(terminal.screen.cursor == (0, 8))
        terminal.type("\u{1b}[B\u{1b}[B\u{1b}[A\u{1b}[B")
        #expect(terminal.waits(for: "-- sub/many.txt --"))
        terminal.type(" 7")
        #expect(terminal.waits(for: " 3 lines"))
        terminal.type("\r")
        #expect(terminal.waitForExit() == .exited(0))
        #expect(terminal.screen.text == "\(example.folder)/sub/many.txt:7:line 7 needle")
        #expect(terminal.isCooked && !terminal.screen.isOther && terminal.screen.hasCursor)
    }

    @Test func screenFollowsItsSize() throws {
        let terminal = try #require(example).start()
        terminal.type("wide 日")
        terminal.type("\u{15}漢")
        #expect(terminal.waits(for: "-- sub/wide.txt --"))
        #expect(terminal.screen.rows[2] == "sub/wide.txt:1: 漢字 needle 日本    end␛[31m")
        #expect(terminal.screen.cursor == (0, 4))
        terminal.resize(rows: 5, columns: 19)
        #expect(terminal.wait { $0.rows[2] == "sub/wide.txt:1: 漢" })
        #expect(terminal.screen.rows[0] == "> 漢")
        terminal.resize(rows: 1, columns: 1)
        #expect(terminal.wait { $0.rows == [">"] })
        terminal.type("\u{1b}")
        #expect(terminal.waitForExit() == .exited(1))
    }

    @Test(arguments: [
        ("\u{1b}", PseudoTerminal.Ending.exited(1)), ("\u{3}", .signalled(SIGINT)), ("nothing\r\u{1b}", .exited(1)),
    ])
    func whoeverLeavesFindsTheTerminalAsItWas(keys: String, ending: PseudoTerminal.Ending) throws {
        let terminal = try #require(example).start()
        #expect(terminal.waits(for: "0 of 4 files"))
        #expect(terminal.screen.isOther && !terminal.isCooked)
        terminal.type(keys)
        #expect(terminal.waitForExit() == ending)
        #expect(terminal.isCooked && !terminal.screen.isOther && terminal.screen.hasCursor)
        #expect(terminal.screen.text.replacing("^C", with: "") == "")
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func signalThatEndsItLeavesTheTerminalAsItWas(number: Int32) throws {
        let terminal = try #require(example).start()
        #expect(terminal.waits(for: "0 of 4 files"))
        kill(terminal.processID, number)
        #expect(terminal.waitForExit() == .signalled(number))
        #expect(terminal.isCooked && !terminal.screen.isOther && terminal.screen.hasCursor)
    }

    @Test(arguments: [SIGKILL, SIGSEGV, SIGILL])
    func crashLeavesTheTerminalAsItWas(number: Int32) throws {
        let terminal = try #require(example).start(["SWIFT_BACKTRACE": "enable=no"])
        #expect(terminal.waits(for: "0 of 4 files"))
        kill(try #require(terminal.childID), number)
        #expect(terminal.waitForExit() == .signalled(number))
        #expect(terminal.isCooked && !terminal.screen.isOther && terminal.screen.hasCursor)
    }

    @Test func programEndsWithItsGuard() throws {
        let terminal = try PseudoTerminal(["bash", "--norc", "--noprofile", "-i"], environment: ["PS1": "$ "])
        #expect(terminal.waits(for: "$"))
        terminal.type("\(Example.program) \(try #require(example).folder)\r")
        #expect(terminal.waits(for: "0 of 4 files"))
        kill(try #require(terminal.childID), SIGKILL)
        #expect(terminal.wait { !$0.isOther })
        terminal.type("exit\r")
        #expect(terminal.waitForExit() == .exited(137))
    }

    @Test func stoppedProgramReleasesTheTerminalAndRedrawsAfterwards() throws {
        let example = try #require(example)
        let terminal = try PseudoTerminal(["bash", "--norc", "--noprofile", "-i"], environment: ["PS1": "$ "])
        #expect(terminal.waits(for: "$"))
        terminal.type("\(Example.program) \(example.folder)\r")
        #expect(terminal.waits(for: "0 of 4 files"))
        terminal.type("hello")
        #expect(terminal.waits(for: "1 line, 4 of 4 files"))
        terminal.type("\u{1a}")
        #expect(terminal.wait { !$0.isOther && $0.text.contains("Stopped") })
        try example.write("hello again\n", to: "b.txt")
        terminal.type("fg\r")
        #expect(terminal.wait { $0.isOther && $0.text.contains("2 lines, 5 of 5 files") })
        #expect(terminal.screen.rows[0] == "> hello")
        #expect(terminal.screen.rows[3] == "b.txt:1: hello again")
        terminal.type("\u{1b}")
        // The shell has the terminal again after its prompt.
        #expect(terminal.wait { !$0.isOther && $0.rows.last { !$0.isEmpty } == "$" })
        terminal.type("echo status $?\r")
        #expect(terminal.waits(for: "status 1"))
        terminal.type("exit\r")
        #expect(terminal.waitForExit() == .exited(0))
    }

    @Test(arguments: [(["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["NO_COLOR": "", "TERM": "vt100"], true)])
    func coloursAreShownWhereTheyAreWanted(environment: [String: String], hasColours: Bool) throws {
        let terminal = try #require(example).start(environment)
        terminal.type("hello")
        #expect(terminal.waits(for: "a.txt:1: hello"))
        #expect(terminal.screen.hadColours == hasColours)
    }

    @Test func choiceGoesToStandardOutputAndTheScreenToTheTerminal() throws {
        let example = try #require(example)
        let output = example.folder + ".out"
        defer { try? FileManager.default.removeItem(atPath: output) }
        let terminal = try example.start(output: output)
        #expect(terminal.waits(for: "0 of 4 files"))
        terminal.type("hello")
        #expect(terminal.waits(for: "a.txt:1: hello"))
        terminal.type("\r")
        #expect(terminal.waitForExit() == .exited(0))
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "\(example.folder)/a.txt:1:hello\n")
        #expect(terminal.screen.text == "")
    }
}
