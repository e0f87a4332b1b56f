// SPDX-License-Identifier: MIT

import Foundation

/// Prints the figures as a plain table or as markdown.
struct Table {
    let isMarkdown: Bool
    private let columns: [(title: String, width: Int)] = [
        ("row", 28), ("work", 57), ("ns", 18), ("ratio", 14), ("against", 24), ("allocations", 14),
        ("instructions", 12),
    ]

    func printHead() {
        printLine(columns.map(\.title))
        if isMarkdown { printLine(columns.map { _ in "---" }) }
    }

    func printRow(_ workload: Workload, _ figures: Figures, _ limits: Limits) {
        printLine([
            workload.name, workload.work,
            cell(figures.nanoseconds, "%.1f", limits.nanoseconds),
            cell(figures.ratio, "%.2f", limits.ratio),
            figures.ratio == nil ? "–" : workload.against,
            cell(figures.allocations, "%.9g", limits.allocations ?? figures.referenceAllocations),
            cell(figures.instructions, "%.0f", nil),
        ])
    }

    /// A figure and its limit: `1.2 ≤ 1.5`, or `1.6 > 1.5`.
    private func cell(_ figure: Double?, _ format: String, _ limit: Double?) -> String {
        guard let figure else { return "–" }
        let text = String(format: format, figure)
        return limit.map { text + (figure > $0 ? " > " : " ≤ ") + String(format: "%.9g", $0) } ?? text
    }

    private func printLine(_ cells: [String]) {
        if isMarkdown {
            print("| " + cells.joined(separator: " | ") + " |")
        } else {
            let padded = zip(cells, columns).map { $0 + String(repeating: " ", count: max(0, $1.width - $0.count)) }
            print(padded.joined(separator: " "))
        }
        fflush(nil)
    }
}
