// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The actions of the probe.
enum ProbeEntry: Codable, Equatable {
    case number(Int)
    case followed(by: Int)
    case trap
}

@Suite struct ProcessTests {
    @Test func killedProcessLeavesACompleteRecording() throws {
        let rounds = hasFewRounds ? 10 : 100
        for round in 0..<rounds {
            let folder = try TemporaryFolder()
            let mark = round * 97 + 1
            let child = try ChildProcess(
                product: "RecorderProbe",
                arguments: ["count", folder.file("run.rex"), "1000000000", "\(mark)"]
            )
            #expect(child.nextLine() == "\(mark)")
            child.kill()
            #expect(child.waitForExit() == .signalled(SIGKILL))
            try expectWhole(folder.file("run.rex"), atLeast: mark)
        }
    }

    /// Expects all actions in order with their causes, up to the one during which the process was killed.
    private func expectWhole(_ file: String, atLeast mark: Int) throws {
        let recording = try Recording<ProbeEntry, Int>(file: file)
        #expect(recording.damage == nil)
        var next: Int?
        for entry in recording.entries {
            switch try #require(entry.action) {
            case .number(let number):
                #expect(next == nil || number == next)
                #expect(entry.cause == nil)
                next = number + 1
            case .followed(let number):
                #expect(entry.source.trail.map(\.kind) == ["follower"])
                let cause = entry.cause.flatMap { recording.entry($0) }
                #expect(cause == nil || cause?.action == .number(number))
            case .trap: Issue.record("Nobody sent that.")
            }
        }
        #expect(try #require(next) > mark)
        // All actions except the last one are done.
        #expect(recording.entries.dropLast().allSatisfy { $0.isDone })
    }

    @Test func actionDuringACrashIsTheLastOne() throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["trap", folder.file("run.rex")])
        #expect(child.waitForExit() != .exited(0))
        let recording = try Recording<ProbeEntry, Int>(file: folder.file("run.rex"))
        #expect(recording.entries.map(\.action) == [.number(1), .trap])
        #expect(recording.entries.map(\.isDone) == [true, false])
        #expect(recording.entries[0].change == "state: 0 → 1")
        #expect(recording.text(as: .text).contains("trap  from main.swift"))
        #expect(recording.text(as: .text).contains("NOT DONE"))
    }

    @Test func fileSizeLimitOnlyStopsTheRecording() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("run.rex")
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["limited", file])
        #expect(child.remainingOutput() == "the state is 9\n")
        let errors = child.remainingErrors()
        #expect(errors.hasPrefix("Rex: Recording in memory only: \(file) cannot be created: 65712 bytes are more"))
        #expect(errors.split(separator: "\n").count == 1)
        #expect(child.waitForExit() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// Runs a command with a disk of 64 kB mounted at a folder, visible to that command only.
    private static func withSmallDisk(at folder: String, _ command: [String]) throws -> ChildProcess {
        try ChildProcess(
            running: "unshare",
            arguments: ["--mount", "--map-root-user", "sh", "-c"]
                + ["mount -t tmpfs -o size=64k none \"$0\" && exec \"$@\"", folder] + command
        )
    }

    private static let canMount: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        let child = try? withSmallDisk(at: folder.file(""), ["true"])
        _ = child?.remainingErrors()
        return child?.waitForExit() == .exited(0)
    }()

    @Test(.enabled(if: canMount, "This process may not mount a disk."))
    func fullDiskOnlyStopsTheRecording() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("run.rex")
        let probe = ChildProcess.productsDirectory + "/RecorderProbe"
        let child = try Self.withSmallDisk(
            at: folder.file(""),
            ["sh", "-c", "\"$0\" write \"$1\"; ls \"$2\"", probe, file, folder.file("")]
        )
        #expect(child.remainingOutput() == "the state is 9\n")
        #expect(
            child.remainingErrors()
                == "Rex: Recording in memory only: \(file) cannot be created: the disk has less than 65712 bytes left\n"
        )
        #expect(child.waitForExit() == .exited(0))
    }

    /// The old page was once destroyed, because the file was truncated before it was written.
    @Test(.enabled(if: canMount, "This process may not mount a disk."))
    func fullDiskKeepsTheOldPage() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("run.html")
        let probe = ChildProcess.productsDirectory + "/RecorderProbe"
        let child = try Self.withSmallDisk(
            at: folder.file(""),
            [
                "sh", "-c",
                "head -c 40000 /dev/zero > \"$2/full\"; echo old > \"$1\"; \"$0\" page \"$1\"; cat \"$1\"; ls \"$2\"",
                probe, file, folder.file(""),
            ]
        )
        #expect(child.remainingOutput() == "false\nold\nfull\nrun.html\n")
        #expect(child.remainingErrors() == "Rex: \(file) cannot be written: No space left on device\n")
    }

    @Test func fileSizeLimitKeepsTheOldPage() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "run.html")
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["limited page", folder.file("run.html")])
        #expect(child.remainingOutput() == "false\n")
        #expect(child.remainingErrors().contains("run.html cannot be written: this process may not write files of"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.html"])
        #expect(try folder.text(of: "run.html") == "old")
    }

    @Test func pageIsWrittenToStandardOutput() throws {
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["text", "/dev/stdout"])
        #expect(child.remainingOutput().hasPrefix("1 number(0)"))
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func impossiblePathIsReported() throws {
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["write", "/dev/null/run.rex"])
        #expect(child.remainingOutput() == "the state is 9\n")
        #expect(
            child.remainingErrors()
                == "Rex: Recording in memory only: /dev/null/run.rex cannot be created: Not a directory\n"
        )
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func fileOfAnotherProgramIsLeftUnchanged() throws {
        let folder = try TemporaryFolder()
        try folder.write("a thesis", to: "thesis.txt")
        let file = folder.file("thesis.txt")
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["write", file])
        #expect(child.remainingOutput() == "the state is 9\n")
        #expect(
            child.remainingErrors()
                == "Rex: Recording in memory only: \(file) exists and is not a recording. It was left unchanged; choose another file\n"
        )
        #expect(try folder.text(of: "thesis.txt") == "a thesis")
    }

    /// Writing to mapped memory after the end of a file raises a signal.
    @Test(arguments: [0, 100, 5_000]) func truncatedFileOnlyEndsTheRecording(length: Int) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("run.rex")
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["shortened", file, "\(length)"])
        #expect(child.remainingOutput() == "the state is 9999\n")
        #expect(
            child.remainingErrors()
                == "Rex: The recording in \(file) ends here: the file was truncated or cannot be written.\n"
        )
        #expect(child.waitForExit() == .exited(0))
    }

    /// The first process once continued with an unlinked file, without a message.
    @Test func secondProcessLeavesTheFileUnchanged() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("run.rex")
        let first = try ChildProcess(product: "RecorderProbe", arguments: ["count", file, "1000000000", "100"])
        #expect(first.nextLine() == "100")
        let second = try ChildProcess(product: "RecorderProbe", arguments: ["write", file])
        #expect(second.remainingOutput() == "the state is 9\n")
        #expect(
            second.remainingErrors() == """
                Rex: Recording in memory only: \(file) exists and is being written by process \(first.processID). It was left unchanged; \
                choose another file

                """
        )
        try expectPartsOfALiveFile(file, count: hasFewRounds ? 10 : 100)
        first.kill()
        #expect(first.waitForExit() == .signalled(SIGKILL))
        try expectWhole(file, atLeast: 100)
        let third = try ChildProcess(product: "RecorderProbe", arguments: ["write", file])
        #expect(third.remainingErrors() == "")
        #expect(try Recording<ProbeEntry, Int>(file: file).entries.first?.action == .number(0))
    }

    /// Reads a file repeatedly while another process writes as fast as it can.
    private func expectPartsOfALiveFile(_ file: String, count: Int) throws {
        var last = 0
        for _ in 0..<count {
            let recording = try Recording<ProbeEntry, Int>(file: file)
            #expect(recording.damage == nil)
            let numbers = recording.entries.map(\.number)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
            #expect(try #require(numbers.last) >= last)
            last = numbers.last ?? 0
        }
    }
}
