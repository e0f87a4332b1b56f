// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// A folder like `/proc`, and the example that watches it.
struct Machine {
    let folder: TemporaryFolder

    init(load: String = "1.00", available: Int = 600) throws {
        folder = try TemporaryFolder()
        try set(load: load)
        try set(available: available)
    }

    func set(load: String) throws {
        try folder.write("\(load) 0.58 0.59 1/467 12345\n", to: "loadavg")
    }

    /// Sets the available part of 1000 kB.
    func set(available: Int) throws {
        try folder.write("MemTotal: 1000 kB\nMemFree: 10 kB\nMemAvailable: \(available) kB\n", to: "meminfo")
    }

    /// Starts the example, and reads its first line.
    func watch(_ arguments: String...) throws -> ChildProcess {
        let child = try ChildProcess(
            product: "MonitorExample",
            arguments: ["--proc", folder.path, "--interval", "0.005", "--load-limit", "2"] + arguments,
            ownGroup: true
        )
        #expect(child.nextLine()?.hasPrefix("process \(child.processID) alerts when load is above 2.00 ") == true)
        return child
    }
}

/// The lines that are not samples.
func news(in lines: [String]) -> [String] {
    lines.filter { !$0.hasPrefix("load ") }
}

/// Returns the next lines up to `last`, without samples.
func news(from child: ChildProcess, until last: String) -> [String] {
    var lines: [String] = []
    while lines.last != last, let line = child.nextLine() { lines.append(line) }
    return news(in: lines)
}
