// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

@testable import MonitorExample

/// The contents of the files in `/proc`.
@Suite struct SampleWhiteBoxTests {
    private static let loadavg = "0.94 1.36 1.58 2/98 30939\n"
    private static let meminfo = """
        MemTotal:       24684096 kB
        MemFree:        18029488 kB
        MemAvailable:   23991652 kB
        Buffers:          142472 kB
        Cached:          5830220 kB
        HugePages_Total:       0
        DirectMap1G:    10485760 kB

        """

    @Test func recordedFilesAreUnderstood() throws {
        let sample = try Sample(loadavg: Self.loadavg, meminfo: Self.meminfo)
        let (used, total): (Double, Double) = (692_444, 24_684_096)
        let memory: Double = 100 * used / total
        #expect(sample.load == 0.94)
        #expect(sample.memory == memory)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/meminfo"), "This system has no /proc."))
    func filesOfThisMachineAreUnderstood() throws {
        let sample = try Sample(proc: "/proc")
        #expect(sample.load >= 0)
        #expect(sample.memory > 0 && sample.memory <= 100)
    }

    @Test(arguments: ["", "\n", "high", "-1 0 0", "nan 0 0", "inf 0 0", "1,5 0 0"])
    func textThatIsNoLoadIsRefused(loadavg: String) {
        #expect(throws: SampleFailure(description: "loadavg does not begin with a load")) {
            try Sample(loadavg: loadavg, meminfo: Self.meminfo)
        }
    }

    @Test(arguments: [
        ("", "meminfo has no MemTotal"),
        ("MemTotal: 10 kB", "meminfo has no MemAvailable"),
        ("MemAvailable: 10 kB", "meminfo has no MemTotal"),
        ("MemTotal:", "meminfo has no number in 'MemTotal:'"),
        ("MemTotal: much kB", "meminfo has no number in 'MemTotal: much kB'"),
        ("MemTotal: -1 kB", "meminfo has no number in 'MemTotal: -1 kB'"),
        ("MemTotal: 10 MB", "meminfo has no number in 'MemTotal: 10 MB'"),
        ("MemTotal: 0 kB\nMemAvailable: 0 kB", "meminfo has 0 kB available of 0 kB"),
        ("MemTotal: 10 kB\nMemAvailable: 11 kB", "meminfo has 11 kB available of 10 kB"),
    ])
    func textWithoutMemoryIsRefused(meminfo: String, reason: String) {
        #expect(throws: SampleFailure(description: reason)) {
            try Sample(loadavg: Self.loadavg, meminfo: meminfo)
        }
    }

    @Test func everyPieceOfTheFilesIsUnderstoodOrRefused() throws {
        let whole = try Sample(loadavg: Self.loadavg, meminfo: Self.meminfo)
        for length in 0..<Self.meminfo.count {
            let sample = try? Sample(loadavg: Self.loadavg, meminfo: String(Self.meminfo.prefix(length)))
            #expect(sample == nil || sample == whole, "\(length)")
        }
    }

    @Test func fileThatIsNotThereIsNamed() throws {
        let machine = try Machine()
        try FileManager.default.removeItem(atPath: machine.folder.file("meminfo"))
        let path = machine.folder.path
        #expect(throws: SampleFailure(description: "\(path)/meminfo cannot be read")) { try Sample(proc: path) }
    }
}
