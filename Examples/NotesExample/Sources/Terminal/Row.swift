// SPDX-License-Identifier: MIT

/// A style of text.
package enum Style: Hashable, Sendable {
    case plain, dim, path, number, match, bar

    /// Returns the control sequence of the style.
    func code(hasColours: Bool) -> String {
        switch self {
        case .plain: ""
        case .dim: "2"
        case .path: hasColours ? "35" : ""
        case .number: hasColours ? "32" : ""
        case .match: hasColours ? "1;31" : "1"
        case .bar: hasColours ? "36" : ""
        }
    }
}

/// A row of the screen: pieces of text with styles.
package struct Row: Hashable, Sendable, ExpressibleByStringLiteral {
    private var spans: [(text: String, style: Style)] = []
    /// Whether the row is highlighted.
    package var isSelected = false
    /// The column of the cursor, if it is in this row.
    package var cursor: Int?

    /// Makes an empty row.
    package init() {}

    /// Makes a row with one text.
    package init(stringLiteral text: String) { append(text) }

    /// The text without its styles.
    package var text: String { spans.map(\.text).joined() }

    /// Appends text, which must not contain control characters.
    package mutating func append(_ text: String, _ style: Style = .plain) {
        if !text.isEmpty { spans.append((text, style)) }
    }

    /// Pads or cuts the row to a width.
    package mutating func fit(_ columns: Int) {
        var room = columns
        var fitting: [(text: String, style: Style)] = []
        for (text, style) in spans where room > 0 {
            let prefix = String(text.prefix(columns: room))
            fitting.append((prefix, style))
            // Cutting a wide character in two leaves an empty column.
            room = prefix.count < text.count ? 0 : room - prefix.columns
        }
        spans = fitting
        let used = spans.reduce(0) { $0 + $1.text.columns }
        append(String(repeating: " ", count: max(0, columns - used)))
    }

    /// Appends another row at the right.
    package mutating func append(_ row: Row) { spans += row.spans }

    /// Returns the row as bytes for a terminal.
    package func encoded(hasColours: Bool) -> String {
        spans.reduce(into: "") { text, span in
            let codes = [isSelected ? "7" : "", span.style.code(hasColours: hasColours)].filter { !$0.isEmpty }
            text += codes.isEmpty ? span.text : "\u{1b}[\(codes.joined(separator: ";"))m\(span.text)\u{1b}[0m"
        }
    }

    /// Equal rows look the same.
    package static func == (lhs: Row, rhs: Row) -> Bool {
        lhs.isSelected == rhs.isSelected && lhs.cursor == rhs.cursor
            && lhs.spans.elementsEqual(rhs.spans) { $0.text == $1.text && $0.style == $1.style }
    }

    /// Equal rows have equal hashes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
