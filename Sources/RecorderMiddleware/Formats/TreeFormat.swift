// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Causes as a tree, with each action below the one that caused it.
struct TreeFormat {
    /// The largest indentation, in causes.
    private static let widest = 24

    let text: String

    init(_ rows: Rows) {
        var consequences = [[Int]](repeating: [], count: rows.actions.count)
        var roots: [Int] = []
        for (index, row) in rows.actions.enumerated() {
            if let cause = rows.place(of: row.cause) {
                consequences[cause].append(index)
            } else {
                roots.append(index)
            }
        }
        var lines: [String] = []
        var remarks = TreeFormat.remarks(of: rows)
        // Not recursive, since a chain of causes may have any length.
        var waiting = roots.reversed().map { (index: $0, depth: 0) }
        while let (index, depth) = waiting.popLast() {
            let row = rows.actions[index]
            lines += TreeFormat.lines(for: row, in: rows, depth: depth)
            lines += (remarks.removeValue(forKey: row.number) ?? []).map { TreeFormat.indent(depth) + "    " + $0 }
            waiting += consequences[index].reversed().map { ($0, depth + 1) }
        }
        for action in Array(remarks.keys).sorted() { lines += remarks[action] ?? [] }
        text = lines.map { $0 + "\n" }.joined()
    }

    /// Returns the remarks on runs and notices, by the numbers of their actions, or 0.
    ///
    /// A run that returned at once has no remark.
    private static func remarks(of rows: Rows) -> [Int: [String]] {
        var remarks: [Int: [String]] = [:]
        for run in rows.runs where run.ending != .returned || run.attempts > 1 {
            let sign = run.ending == .returned ? "✓" : run.ending == .running ? "▸" : "✕"
            remarks[run.cause ?? 0, default: []].append("\(sign) \(rows.explanation(run))".visible)
        }
        for (notice, explanation) in rows.notices {
            remarks[notice.action ?? 0, default: []].append("✕ \(explanation)".visible)
        }
        return remarks
    }

    private static func indent(_ depth: Int) -> String {
        String(repeating: "  ", count: min(depth, widest)) + (depth > widest ? "(\(depth)) " : "")
    }

    private static func lines(for row: Row, in rows: Rows, depth: Int) -> [String] {
        let indent = indent(depth)
        var head = "\(indent)\(rows.label(row.number)) \(row.actionText)"
        if depth == 0 { head += "  from \(row.source.place)" }
        if depth == 0, let cause = row.cause {
            head += ", its cause \(rows.label(cause)) was \(rows.missing(cause).rawValue)"
        }
        if let step = row.steps.last, depth > 0 { head += "  by \(step.kind) at \(step.place)" }
        head += row.isDone ? "  \(duration(row.durations.total.nanoseconds))" : "  NOT DONE"
        let changes = row.change.split(separator: "\n").map { "\(indent)    \($0)" }
        return ([head] + changes).map(\.visible)
    }

    static func duration(_ nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: "\(nanoseconds / 1_000) µs"
        case ..<10_000_000_000: "\(nanoseconds / 1_000_000) ms"
        default: "\(nanoseconds / 1_000_000_000) s"
        }
    }
}
