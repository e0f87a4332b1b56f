// SPDX-License-Identifier: MIT

import RexCore

/// A flow chart of causes.
struct MermaidFormat {
    /// So many actions are shown at most, since Mermaid refuses larger diagrams.
    private static let most = 400
    private static let longestText = 60

    let text: String

    init(_ rows: Rows) {
        let first = max(0, rows.actions.count - MermaidFormat.most)
        var lines = ["flowchart LR"]
        if first > 0 { lines.append("    %% \(first) earlier actions are left out") }
        for index in rows.actions.indices.dropFirst(first) {
            let row = rows.actions[index]
            lines.append("    a\(index)[\"\(rows.label(row.number)) \(MermaidFormat.label(row.text))\"]")
            guard let cause = rows.place(of: row.cause), cause >= first else { continue }
            let kind = row.trail.last.map(\.kind) ?? ""
            lines.append("    a\(cause) -->\(kind.isEmpty ? "" : "|\(MermaidFormat.label(kind))|") a\(index)")
        }
        text = lines.map { $0 + "\n" }.joined()
    }

    /// A text in which nothing means something to Mermaid: it takes characters by their numbers.
    private static func label(_ text: String) -> String {
        let short = text.count > longestText ? text.prefix(longestText - 1) + "…" : text[...]
        return short.unicodeScalars
            .map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "_", "-", "…": String(scalar)
                default: "#\(scalar.value);"
                }
            }
            .joined()
    }
}
