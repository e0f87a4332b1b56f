// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexCore

/// A log for people: with the time, short names, and optional colours.
struct TerminalLog: Sendable {
    let hasColours: Bool
    private let time: DateFormatter

    init(hasColours: Bool) {
        self.hasColours = hasColours
        time = DateFormatter()
        time.dateFormat = "HH:mm:ss.SSS"
    }

    var action: ActionTransform<AppAction> {
        .custom { action, source in
            let steps = source.trail.map(\.text) + ["\(source.file.split(separator: "/").last ?? ""):\(source.line)"]
            let head = "┌─▶ \(paint(time.string(from: Date()), .detail)) \(paint(short("\(action)"), .action))"
            return ([head] + steps.map { "│ \(paint(short($0), .detail))" }).joined(separator: "\n")
        }
    }

    /// The changes of the action, and the lower edge of its box.
    var stateDiff: StateDiffTransform<AppState> {
        .custom { before, after in
            let changes = StateDiffTransform.recursive.text(from: before, to: after) ?? ""
            let lines = changes.split(separator: "\n").map { "│ \(paint(String($0), .change))\n" }
            return lines.joined() + "└──"
        }
    }

    /// Returns the text without the module and type names of enum cases, and with the line of a
    /// bridge after its file.
    private func short(_ text: String) -> String {
        text.replacing(/(?:[A-Z]\w*\.){2,}(?=[a-z])/, with: "")
            .replacing(/(\w+\.swift), BridgeMiddleware:(\d+)/) { "\($0.output.1):\($0.output.2) (bridge)" }
    }

    private enum Style: String {
        case action = "1;36"
        case detail = "2"
        case change = "32"
    }

    private func paint(_ text: String, _ style: Style) -> String {
        hasColours ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
    }
}
