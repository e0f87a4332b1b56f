// SPDX-License-Identifier: MIT

import Terminal

/// The text on a terminal's screen after the output of a program.
package struct ScreenText: Sendable {
    private struct Buffer {
        var cells: [[Character?]]
        var (row, column) = (0, 0)

        init(_ rows: Int, _ columns: Int) {
            cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        }
    }

    private var (main, other): (Buffer, Buffer)
    private var pending: [UInt8] = []
    /// True if the alternative screen is shown.
    package private(set) var isOther = false
    /// True if the cursor is shown.
    package private(set) var hasCursor = true
    /// Whether the program has ever set a colour.
    package private(set) var hadColours = false

    /// Makes an empty screen.
    package init(rows: Int, columns: Int) {
        (main, other) = (Buffer(rows, columns), Buffer(rows, columns))
    }

    /// The rows, without spaces at their ends.
    package var rows: [String] {
        shown.cells.map { row in
            let text = String(row.compactMap(\.self))
            return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
        }
    }

    /// The rows that are not empty.
    package var text: String { rows.filter { !$0.isEmpty }.joined(separator: "\n") }

    /// The row and the column of the cursor, from 0.
    package var cursor: (row: Int, column: Int) { (shown.row, shown.column) }

    /// Changes the size and clears the screen.
    package mutating func resize(rows: Int, columns: Int) {
        (main, other) = (Buffer(rows, columns), Buffer(rows, columns))
    }

    /// Processes output of a program.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while let length = takeNext() { pending.removeFirst(length) }
    }

    private var shown: Buffer {
        get { isOther ? other : main }
        set { if isOther { other = newValue } else { main = newValue } }
    }

    private mutating func takeNext() -> Int? {
        guard let first = pending.first else { return nil }
        guard first == 0x1b else { return takeText() }
        guard pending.count > 1 else { return nil }
        guard pending[1] == UInt8(ascii: "[") else { return 2 }
        guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7e ~= $0 }) else { return nil }
        control(String(decoding: pending[2..<end], as: UTF8.self), Character(Unicode.Scalar(pending[end])))
        return end + 1
    }

    private mutating func control(_ arguments: String, _ command: Character) {
        let numbers = arguments.split(separator: ";").map { Int($0) ?? 0 }
        switch (command, arguments) {
        case ("h", "?1049"), ("l", "?1049"): isOther = command == "h"
        case ("h", "?25"), ("l", "?25"): hasCursor = command == "h"
        case ("H", _):
            shown.row = min((numbers.first ?? 1) - 1, shown.cells.count - 1)
            shown.column = (numbers.dropFirst().first ?? 1) - 1
        case ("J", "2"): shown.cells = Buffer(shown.cells.count, shown.cells[0].count).cells
        case ("K", _): for column in shown.column..<shown.cells[0].count { shown.cells[shown.row][column] = " " }
        case ("m", _): if numbers.contains(where: { 30...37 ~= $0 }) { hadColours = true }
        default: break
        }
    }

    private mutating func takeText() -> Int? {
        var count = 0
        let text = pending.prefix { $0 != 0x1b }
        // The last bytes may be the beginning of a character.
        guard let string = String(validating: text, as: UTF8.self) else { return text.count < pending.count ? 1 : nil }
        for character in string {
            put(character)
            count += character.utf8.count
        }
        return count
    }

    private mutating func put(_ character: Character) {
        switch character {
        case "\r\n", "\n":
            shown.column = 0
            shown.row += 1
            if shown.row == shown.cells.count {
                shown.cells.removeFirst()
                shown.cells.append(Array(repeating: " ", count: shown.cells[0].count))
                shown.row -= 1
            }
        case "\r": shown.column = 0
        case "\u{8}": shown.column = max(0, shown.column - 1)
        default:
            let columns = character.columns
            guard columns > 0, shown.column + columns <= shown.cells[0].count else { return }
            shown.cells[shown.row][shown.column] = character
            if columns == 2 { shown.cells[shown.row][shown.column + 1] = nil }
            shown.column += columns
        }
    }
}
