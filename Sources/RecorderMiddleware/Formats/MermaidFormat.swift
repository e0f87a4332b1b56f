// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// A flow chart of causes.
struct MermaidFormat {
    /// The most actions of a diagram, since Mermaid rejects more than 500 arrows.
    private static let most = 400
    /// The most UTF-16 units of a diagram, since Mermaid rejects 50,000.
    private static let room = 49_000
    private static let longestText = 60

    let text: String

    init(_ rows: Rows) {
        var boxes: [(box: String, arrow: Arrow?)] = []
        var room = MermaidFormat.room
        // From the newest action back, so that no text is made for skipped actions.
        for index in rows.actions.indices.reversed().prefix(MermaidFormat.most) {
            let row = rows.actions[index]
            let box = "    a\(index)[\"\(MermaidFormat.label("\(rows.label(row.number)) \(row.actionText)"))\"]\n"
            let arrow = rows.place(of: row.cause).map { Arrow(from: $0, to: index, kind: row.steps.last?.kind ?? "") }
            room -= box.utf16.count + (arrow?.line.utf16.count ?? 0)
            guard room >= 0 else { break }
            boxes.append((box, arrow))
        }
        let first = rows.actions.count - boxes.count
        var text = "flowchart LR\n"
        if first > 0 { text += "    %% \(first) earlier actions are left out\n" }
        for (box, arrow) in boxes.reversed() {
            text += box
            if let arrow, arrow.cause >= first { text += arrow.line }
        }
        self.text = text
    }

    private struct Arrow {
        let cause: Int
        let line: String

        init(from cause: Int, to index: Int, kind: String) {
            self.cause = cause
            line = "    a\(cause) -->\(kind.isEmpty ? "" : "|\(label(kind))|") a\(index)\n"
        }
    }

    /// Returns a label without special characters of Mermaid: all characters except letters are
    /// written as numbers.
    private static func label(_ text: String) -> String {
        let short = text.count > longestText ? text.prefix(longestText - 1) + "…" : text[...]
        return String(short).visible.unicodeScalars
            .map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "_", "-", "…": String(scalar)
                default: scalar.properties.isAlphabetic ? String(scalar) : "#\(scalar.value);"
                }
            }
            .joined()
    }
}
