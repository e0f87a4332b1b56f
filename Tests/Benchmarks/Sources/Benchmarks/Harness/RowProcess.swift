// SPDX-License-Identifier: MIT

import CCounters
import Foundation

/// Measures rows in processes of their own, so that a row doesn't depend on the rows before it.
///
/// Rows of effects leave free blocks all over a heap of 1 GB. In the same process, the objects of a later
/// row would be scattered over it, and notifying 1,000 observers would take 38 to 59 µs instead of 9.
enum RowProcess {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts this program again with `--row`, and waits for its end.
    ///
    /// The process prints the row.
    ///
    /// - Returns: The text of its standard error, and whether it succeeded.
    static func measure(_ workload: Workload, _ flags: [String]) throws -> (messages: String, isSuccess: Bool) {
        guard let program = Bundle.main.executableURL else { throw Failure(description: "the program has no path") }
        let (process, errors) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = flags + ["--row", workload.name]
        process.standardError = errors
        try process.run()
        var messages = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            messages += "Benchmarks: \(workload.name): ended by signal \(process.terminationStatus)\n"
        }
        return (messages, process.terminationReason == .exit && process.terminationStatus == EXIT_SUCCESS)
    }

    /// Brings this process into the state of an app that has run for a while.
    static func prepare() {
        // In a new process, the C library returns large blocks to the system and requests them again. An action that
        // copies a large state then takes several times as long.
        keep_freed_memory()
        startSecondThread()
    }

    /// Starts a thread that ends this process after its parent has ended.
    ///
    /// As long as a process has only one thread, the C library may lock a mutex without atomic operations. Apps
    /// have several threads, so the measurements need a second one.
    private static func startSecondThread() {
        let parent = getppid()
        Thread.detachNewThread {
            while getppid() == parent { sleep(1) }
            exit(EXIT_FAILURE)
        }
    }
}
