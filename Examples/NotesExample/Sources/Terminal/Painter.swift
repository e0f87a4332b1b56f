// SPDX-License-Identifier: MIT

/// Tracks the contents of the screen, and computes the output for new rows.
package struct Painter: Sendable {
    private let hasColours: Bool
    private var shown: [Row?] = []
    private var columns = 0

    /// Makes a painter for a screen with unknown contents.
    package init(hasColours: Bool) { self.hasColours = hasColours }

    /// Forgets the contents of the screen.
    package mutating func forget() { shown = [] }

    /// Returns the output for these rows, from the top.
    ///
    /// Only changed rows are written.
    ///
    /// Rows are cut at the last column.
    package mutating func output(for rows: [Row], columns: Int) -> String {
        var output = ""
        if shown.count != rows.count || columns != self.columns {
            shown = Array(repeating: nil, count: rows.count)
            self.columns = columns
            output += "\u{1b}[2J"
        }
        for (index, row) in rows.enumerated() where shown[index] != row {
            var fitted = row
            fitted.fit(columns)
            output += "\u{1b}[\(index + 1);1H" + fitted.encoded(hasColours: hasColours)
            shown[index] = row
        }
        guard !output.isEmpty else { return "" }
        let cursor = rows.firstIndex { $0.cursor != nil }
        let place = cursor.map { "\u{1b}[\($0 + 1);\(min(rows[$0].cursor ?? 0, columns - 1) + 1)H\u{1b}[?25h" } ?? ""
        return "\u{1b}[?25l" + output + place
    }
}
