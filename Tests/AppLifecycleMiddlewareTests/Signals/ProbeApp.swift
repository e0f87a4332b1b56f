// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The child process of these tests: the target LifecycleProbe.
struct ProbeApp {
    static let start = ["willEnterForeground foregroundInactive", "didBecomeActive foregroundActive"]
    static let background = ["willBecomeInactive foregroundInactive", "didEnterBackground backgroundInactive"]
    static let repeatedBackground = ["willBecomeInactive backgroundInactive", "didEnterBackground backgroundInactive"]

    let child: ChildProcess

    init(child: ChildProcess) {
        self.child = child
    }

    /// Starts the probe and reads its output until it is ready.
    init(_ options: String...) throws {
        child = try ChildProcess(product: "LifecycleProbe", arguments: options, ownGroup: true)
        #expect(lines(until: "ready") == Self.start + ["ready"])
    }

    /// Starts the probe with some signals ignored, as `nohup` does, and reads its output until it
    /// is ready.
    init(ignoring signals: [Int32]) throws {
        let numbers = signals.map(String.init).joined(separator: " ")
        let script = "trap '' \(numbers); exec \(ChildProcess.productsDirectory)/LifecycleProbe"
        child = try ChildProcess(running: "/bin/sh", arguments: ["-c", script], ownGroup: true)
        #expect(lines(until: "ready") == Self.start + ["ready"])
    }

    /// Reads lines until each of `ends` has been read.
    ///
    /// Returns them without the lines of the option `sent`.
    func lines(until ends: String...) -> [String] {
        var missing = Set(ends)
        var lines: [String] = []
        while !missing.isEmpty, let line = child.nextLine() {
            missing.remove(line)
            lines.append(line)
        }
        return lines.filter { !$0.hasPrefix("sent ") }
    }

    /// Sends a command and reads lines until it is done.
    func reply(to command: String) -> [String] {
        child.write("\(command)\n")
        var lines: [String] = []
        while let line = child.nextLine(), line != "done \(command)" { lines.append(line) }
        return lines
    }
}
