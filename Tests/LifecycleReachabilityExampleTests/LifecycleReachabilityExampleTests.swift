// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The example as users run it: a process, its output and its signals.
@Suite struct LifecycleReachabilityExampleTests {
    private static let foreground = ["lifecycle(willEnterForeground)", "lifecycle(didBecomeActive)"]
    private static let background = ["lifecycle(willBecomeInactive)", "lifecycle(didEnterBackground)"]

    private func example(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(product: "LifecycleReachabilityExample", arguments: arguments, ownGroup: true)
    }

    /// Returns the actions of the next boxes up to one that ends with `last`, without module names.
    private func actions(from child: ChildProcess, until last: String) -> [String] {
        var actions: [String] = []
        while let line = child.line(where: { $0.hasPrefix("┌─▶ ") }) {
            let action = String(line.dropFirst("┌─▶ ".count)).replacing(/(?:[A-Z]\w*\.){2,}(?=[a-z])/, with: "")
            actions.append(action)
            if action.hasSuffix(last) { break }
        }
        return actions
    }

    @Test func demoPrintsExactlyTheExpectedBoxes() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/demo.txt")
        let expected = try String(contentsOf: file, encoding: .utf8)
        for _ in 0..<2 {
            let child = try example("--demo")
            // Line numbers move with each change of a source file.
            #expect(child.remainingOutput().replacing(/:\d+\n/, with: ":<line>\n") == expected)
            #expect(child.waitForExit() == .exited(0))
        }
    }

    @Test func demoWithStateShowsWhatEachActionChanged() throws {
        let child = try example("--demo", "--state")
        let output = child.remainingOutput()
        #expect(output.contains("lifecycle: foregroundInactive → foregroundActive"))
        #expect(output.contains("reachability.connectivity: unknown → wired"))
        #expect(child.waitForExit() == .exited(0))
    }

    /// Returns the output in a terminal until the app is opened.
    private func screen(_ arguments: String = "", environment: [String: String] = [:]) throws -> String {
        let example = ChildProcess.productsDirectory + "/LifecycleReachabilityExample"
        let child = try ChildProcess(
            running: "script",
            arguments: ["-qec", "'\(example)' --seconds 0 \(arguments)", "/dev/null"],
            environment: environment.merging(["TERM": "xterm", "NO_COLOR": ""]) { own, _ in own }
        )
        return child.remainingOutput().replacing("\r\n", with: "\n")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func terminalGetsTheTimeShortNamesWhatChangedAndColourIfWanted() throws {
        let box = /┌─▶ \d\d:\d\d:\d\d\.\d{3} lifecycle\(didBecomeActive\)\n(│ .*\n)+└──\n/
        let change = "\n│ lifecycle: foregroundInactive → foregroundActive\n"
        let plain = try screen(environment: ["NO_COLOR": "1"])
        #expect(plain.contains(box))
        #expect(plain.contains(change))
        #expect(
            plain.contains(
                /\n│ Bridged from lifecycle\(didBecomeActive\) at BridgeLifecycleToReachability\.swift:\d+ \(bridge\)\n/
            )
        )
        #expect(!plain.contains("\u{1b}"))
        let colourful = try screen()
        #expect(colourful.contains("\u{1b}[1;36mlifecycle(didBecomeActive)\u{1b}[0m\n"))
        #expect(colourful.replacing(/\u{1b}\[[0-9;]*m/, with: "").contains(change))
        #expect(try !screen(environment: ["TERM": "dumb"]).contains("\u{1b}"))
        #expect(
            try screen("--plain").contains(
                "\n┌─▶ lifecycle(AppLifecycleMiddleware.AppLifecycleAction.didBecomeActive)\n"
            )
        )
    }

    @Test func firstLineNamesTheProcessAndWhatToTry() throws {
        let child = try example()
        #expect(
            child.nextLine()
                == "Process \(child.processID) is listening: press Ctrl-Z and type fg, pull the network, or press Ctrl-C to end."
        )
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func signalThatEndsGoesThroughTheBackgroundAndExitsWithZero(signal: Int32) throws {
        let child = try example()
        #expect(actions(from: child, until: "didBecomeActive)") == Self.foreground)
        _ = actions(from: child, until: "startMonitoring)")
        child.signal(signal)
        let rest = actions(from: child, until: "stopMonitoring)").filter { !isAboutTheNetwork($0) }
        #expect(rest == Self.background + ["reachability(stopMonitoring)"])
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func stopAndContinueGoThroughTheBackgroundAndBack() throws {
        let child = try example()
        _ = actions(from: child, until: "startMonitoring)")
        child.signal(SIGTSTP)
        #expect(child.waitForStop() == SIGTSTP)
        let stopped = actions(from: child, until: "stopMonitoring)").filter { !isAboutTheNetwork($0) }
        #expect(stopped == Self.background + ["reachability(stopMonitoring)"])
        child.signal(SIGCONT)
        let continued = actions(from: child, until: "startMonitoring)").filter { !isAboutTheNetwork($0) }
        #expect(continued == Self.foreground + ["reachability(startMonitoring)"])
        child.signal(SIGTERM)
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func secondsEndItAsTermDoes() throws {
        let child = try example("--seconds", "0")
        let seen = actions(from: child, until: "stopMonitoring)").filter { !isAboutTheNetwork($0) }
        let expected: [String] = Self.background + ["reachability(stopMonitoring)"]
        #expect(seen.suffix(3) == expected[...])
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func closedPipeEndsItQuietly() throws {
        let child = try example()
        _ = actions(from: child, until: "startMonitoring)")
        child.closeOutput()
        child.signal(SIGTERM)
        #expect(child.remainingErrors() == "")
        #expect([ChildProcess.Ending.signalled(SIGPIPE), .exited(0)].contains(child.waitForExit()))
    }

    @Test func recordingIsWrittenWhenItEnds() throws {
        let folder = try TemporaryFolder()
        let child = try example("--demo", "--record", folder.file("run.txt"))
        #expect(child.remainingErrors() == "Recording: \(folder.file("run.txt")), 15 actions\n")
        #expect(child.waitForExit() == .exited(0))
        let tree = try folder.text(of: "run.txt")
        #expect(tree.contains("2 lifecycle(didBecomeActive)"))
        #expect(tree.contains("reachability(startMonitoring)  by bridge at BridgeLifecycleToReachability.swift"))
    }

    @Test(arguments: ["--help", "-h"]) func helpSaysWhatTheProgramIs(option: String) throws {
        let child = try example(option)
        let output = child.remainingOutput()
        #expect(output.hasPrefix("LifecycleReachabilityExample logs the network and the foreground of this process"))
        #expect(output.contains("\nusage: LifecycleReachabilityExample [--demo]"))
        #expect(child.waitForExit() == .exited(0))
    }

    private static let badRecord = """
        --record needs a file that ends with one of .html, .htm, .jsonl, .ndjson, .trace, .trace.json, .mmd, .mermaid, \
        .json, .txt
        """

    @Test(arguments: [
        (["--what"], "unknown option '--what'"),
        (["--demo", "extra"], "unknown option 'extra'"),
        (["--seconds"], "--seconds needs a number"),
        (["--record"], Self.badRecord),
        (["--record", "run.pdf"], Self.badRecord),
        (
            ["--record", "/no/such/run.txt"],
            "--record /no/such/run.txt: no file can be written in the folder /no/such/"
        ),
        (["--seconds", "soon"], "--seconds needs a whole number that is not negative, not 'soon'"),
        (["--seconds", "-1"], "--seconds needs a whole number that is not negative, not '-1'"),
    ])
    func mistakeIsReportedInOneLineAndEndsWithTwo(arguments: [String], message: String) throws {
        let child = try ChildProcess(product: "LifecycleReachabilityExample", arguments: arguments)
        #expect(child.remainingErrors() == "LifecycleReachabilityExample: \(message). --help shows the options.\n")
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(2))
    }

    /// Returns whether an action reports the network of the machine that runs the test.
    private func isAboutTheNetwork(_ action: String) -> Bool {
        ["connectedTo", "gotOffline", "became"].contains { action.hasPrefix("reachability(\($0)") }
    }
}
