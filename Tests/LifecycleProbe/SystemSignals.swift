// SPDX-License-Identifier: MIT

import Foundation

/// The signal settings that the system reports.
enum SystemSignals {
    private static let all = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

    static func blockAll() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in all { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    static func installHandlers() {
        for number in [SIGINT, SIGCONT] { signal(number) { _ in } }
        var action = sigaction()
        unsafe sigaction(SIGHUP, nil, &action)
        action.sa_flags = SA_NODEFER
        unsafe sigaddset(&action.sa_mask, SIGUSR1)
        unsafe sigaction(SIGHUP, &action, nil)
    }

    /// One line for the disposition of each signal, and one for the number of threads that block
    /// none of them.
    static var descriptions: [String] {
        let dispositions = all.map { number in
            var action = sigaction()
            unsafe sigaction(number, nil, &action)
            // The C library adds its own flag, SA_RESTORER, to each disposition that it sets.
            let flags = action.sa_flags & ~0x0400_0000
            // The kernel only uses the first word of the C library's signal set.
            let mask = unsafe withUnsafeBytes(of: action.sa_mask) { unsafe $0.loadUnaligned(as: UInt64.self) }
            let handler = unsafe withUnsafeBytes(of: action) { unsafe $0.loadUnaligned(as: UInt.self) }
            return "\(number): \(handler) \(flags) \(mask)"
        }
        return dispositions + ["open threads: \(sets(named: "SigBlk").filter { $0 & watched == 0 }.count)"]
    }

    /// Whether a `SIGTTOU` is pending for a single thread, as it is while Rex can detect a
    /// `SIGCONT`.
    static var isGuarded: Bool { sets(named: "SigPnd").contains { $0 & 1 << UInt64(SIGTTOU - 1) != 0 } }

    private static let watched = all.reduce(0 as UInt64) { $0 | 1 << UInt64($1 - 1) }

    /// The sets of signals that the system reports for each thread.
    private static func sets(named name: String) -> [UInt64] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.compactMap { task in
            let status = try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line.flatMap { UInt64($0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces), radix: 16) }
        }
    }
}
