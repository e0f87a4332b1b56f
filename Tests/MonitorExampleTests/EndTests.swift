// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The start, the interruptions and the end of the service.
@Suite struct EndTests {
    private let machine: Machine

    init() throws {
        machine = try Machine()
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func signalThatEndsIsAnsweredWithTheLastLineAndExitsWithZero(signal: Int32) throws {
        let child = try machine.watch()
        var lines = child.nextLines(5)
        child.signal(signal)
        lines += child.remainingOutput().split(separator: "\n").map(String.init)
        let samples = lines.dropLast()
        #expect(samples == ArraySlice(repeating: "load 1.00, memory 40.0 %", count: samples.count))
        #expect(lines.last == "stopped; samples: \(samples.count), alerts: 0")
        #expect(child.remainingErrors() == "")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func secondsEndItAsTermDoes() throws {
        let child = try machine.watch("--seconds", "0")
        #expect(child.line { $0.hasPrefix("stopped; samples: ") } != nil)
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func stoppedServiceGoesOnWithoutRepeatingItsAlertsAndReportsTheNewOneOnce() throws {
        try machine.set(load: "3.00")
        let child = try machine.watch()
        let alert = "ALERT: load 3.00 is above 2.00"
        #expect(news(from: child, until: alert) == [alert])
        for _ in 1...3 {
            child.signal(SIGTSTP)
            #expect(child.waitForStop() == SIGTSTP)
            #expect(child.line { $0.hasPrefix("stopped; samples: ") }?.hasSuffix(", alerts: 1") == true)
            child.signal(SIGCONT)
            #expect(child.nextLine() == "load 3.00, memory 40.0 %")
        }
        child.signal(SIGTSTP)
        #expect(child.waitForStop() == SIGTSTP)
        try machine.set(available: 50)
        child.signal(SIGCONT)
        let newAlert = "ALERT: memory 95.0 % is above 90.0 %"
        #expect(news(from: child, until: newAlert).filter { !$0.hasPrefix("stopped; ") } == [newAlert])
        child.signal(SIGTERM)
        let rest = child.remainingOutput().split(separator: "\n").map(String.init)
        #expect(news(in: rest) == rest.suffix(1))
        #expect(rest.last?.hasSuffix(", alerts: 2") == true)
    }

    @Test func closedPipeEndsIt() throws {
        let child = try machine.watch()
        child.closeOutput()
        #expect(child.waitForExit() == .signalled(SIGPIPE))
        #expect(child.remainingErrors() == "")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/meminfo"), "This system has no /proc."))
    func thisMachineIsWatchedUnlessAnotherFolderIsNamed() throws {
        let child = try ChildProcess(product: "MonitorExample", arguments: ["--load-limit", "9000", "--seconds", "0"])
        let processID = child.processID
        #expect(
            child.nextLine()
                == "process \(processID) alerts when load is above 9000.00 or memory above 90.0 %; press Ctrl-C to end"
        )
        let sample = try #require(child.nextLine())
        #expect(sample.wholeMatch(of: /load \d+\.\d\d, memory \d+\.\d %/) != nil, "\(sample)")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func systemWithoutTheFilesIsReportedInOneLine() throws {
        let child = try ChildProcess(product: "MonitorExample", arguments: ["--proc", "/no/such"])
        #expect(
            child.remainingErrors()
                == "MonitorExample: there is nothing to watch: /no/such/loadavg cannot be read\n"
        )
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(1))
    }

    private static let badRecord = """
        --record needs a file that ends with one of .html, .htm, .jsonl, .ndjson, .trace, .trace.json, .mmd, .mermaid, \
        .json, .txt
        """

    @Test(arguments: [
        (["--what"], "unknown option '--what'"),
        (["extra"], "unknown option 'extra'"),
        (["--proc"], "--proc needs a folder"),
        (["--record"], Self.badRecord),
        (["--record", "run.pdf"], Self.badRecord),
        (
            ["--record", "/no/such/run.txt"],
            "--record /no/such/run.txt: no file can be written in the folder /no/such/"
        ),
        (["--interval"], "--interval needs a number between 0.001 and 86400 seconds"),
        (["--interval", "0"], "--interval needs a number between 0.001 and 86400 seconds, not '0'"),
        (["--seconds", "soon"], "--seconds needs a number between 0 and 86400 seconds, not 'soon'"),
        (["--load-limit", "nan"], "--load-limit needs a number between 0 and 1000000, not 'nan'"),
        (["--memory-limit", "101"], "--memory-limit needs a number between 0 and 100 percent, not '101'"),
    ])
    func mistakeIsReportedInOneLineAndEndsWithTwo(arguments: [String], message: String) throws {
        let child = try ChildProcess(product: "MonitorExample", arguments: arguments)
        #expect(child.remainingErrors() == "MonitorExample: \(message). --help shows the options.\n")
        #expect(child.remainingOutput() == "")
        #expect(child.waitForExit() == .exited(2))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/meminfo"), "This system has no /proc."))
    func recordingIsWrittenWhenItEnds() throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            product: "MonitorExample",
            arguments: ["--load-limit", "9000", "--seconds", "0", "--record", folder.file("run.txt")]
        )
        let errors = child.remainingErrors()
        #expect(errors.wholeMatch(of: /Recording: .*\/run\.txt, \d+ actions\n/) != nil, "\(errors)")
        #expect(child.waitForExit() == .exited(0))
        let tree = try folder.text(of: "run.txt")
        #expect(tree.contains("sampling(start)"))
        #expect(tree.contains("by bridge at AppBridges.swift"))
        #expect(tree.contains("lifecycle(didEnterBackground)"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/meminfo"), "This system has no /proc."))
    func runCanBeInspected() throws {
        let program = ChildProcess.productsDirectory + "/MonitorExample"
        let child = try ChildProcess(
            running: "sh",
            arguments: ["-c", "exec '\(program)' --load-limit 9000 --inspect 2>&1"]
        )
        let line = try #require(child.line { $0.hasPrefix("Rex: The inspector is at ") })
        let address = try #require(line.split(separator: " ").last).split(separator: "#")
        let client = try ChildProcess(
            running: "curl",
            arguments: ["-s", "-H", "Authorization: Bearer \(address[1])", address[0] + "events?after=0&count=9"]
        )
        #expect(client.remainingOutput().contains(#""name":"sampling.start""#))
        child.signal(SIGTERM)
        #expect(child.waitForExit() == .exited(0))
    }

    /// The folder exists at the start, and another folder has the name of the file.
    @Test func recordingThatCannotBeWrittenAtTheEndIsReportedInOneLine() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("run.txt"), withIntermediateDirectories: false)
        let child = try ChildProcess(
            product: "MonitorExample",
            arguments: ["--seconds", "0", "--record", folder.file("run.txt")]
        )
        let errors = child.remainingErrors()
        #expect(errors.hasPrefix("MonitorExample: ") && errors.split(separator: "\n").count == 1, "\(errors)")
        #expect(child.waitForExit() == .exited(1))
    }

    @Test(arguments: ["--help", "-h"]) func helpSaysWhatTheProgramIs(option: String) throws {
        let child = try ChildProcess(product: "MonitorExample", arguments: [option])
        let output = child.remainingOutput()
        #expect(output.hasPrefix("MonitorExample prints the load and the memory of this machine"))
        #expect(output.contains("\nusage: MonitorExample [--interval S]"))
        #expect(child.waitForExit() == .exited(0))
    }
}
