// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexTestSupport

/// Entries of several long lines, for checking that entries are printed whole.
enum NumberedEntries {
    static let threads = 8
    static let entriesOfAThread = 10
    /// Five such lines exceed the capacity of a pipe, so other entries could interleave.
    static let lineLength = 20_000

    static func entry(thread: Int, number: Int) -> String {
        let filling = String(repeating: "x", count: lineLength)
        return (0..<5).map { "\(thread) \(number) \($0) \(filling)" }.joined(separator: "\n")
    }

    /// Prints from several threads at once.
    ///
    /// Each thread uses one of the printers.
    static func print(to printers: [LogPrinter]) {
        onThreads(threads) { thread in
            for number in 0..<entriesOfAThread {
                printers[thread % printers.count].print(entry(thread: thread, number: number))
            }
        }
    }

    /// Returns the entries that are missing, torn or out of order within their thread.
    static func faults(in text: String) -> [String] {
        var next = [Int](repeating: 0, count: threads)
        var faults: [String] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for start in stride(from: 0, to: lines.count - 1, by: 5) {
            let block = lines[start..<min(start + 5, lines.count)].joined(separator: "\n")
            guard let thread = block.split(separator: " ").first.flatMap({ Int($0) }), next.indices.contains(thread),
                block == entry(thread: thread, number: next[thread])
            else {
                faults.append(String(block.prefix(40)))
                continue
            }
            next[thread] += 1
        }
        faults += next.filter { $0 != entriesOfAThread }.map { "\($0) of \(entriesOfAThread)" }
        return lines.last == "" ? faults : faults + ["no line end"]
    }
}
