// SPDX-License-Identifier: MIT

import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import RexCore
import SearchFeature
import SessionFeature
import SettingsFeature
package import Terminal

/// The rows of the screen.
nonisolated extension AppState {
    package var rows: [Row] {
        let count = max(2, screen.size.rows) - 2
        let body = open.map { noteRows($0.name, from: $0.firstLine, count) } ?? listRows(count)
        return [header] + body + Array(repeating: Row(), count: max(0, count - body.count)) + [footer]
    }

    private var header: Row {
        var row = Row()
        switch screen.mode {
        case .search:
            row.show("/\(search.text)", .match)
            row.cursor = row.text.columns
        case .name(let name):
            row.show("New note: \(name)", .match)
            row.cursor = row.text.columns
        case .list:
            row.show(open?.name ?? "Notes", .path)
            if open == nil, !search.text.isEmpty { row.show("  /\(search.text)", .match) }
        }
        return row
    }

    private func listRows(_ count: Int) -> [Row] {
        let found = found
        let first = max(0, min(screen.selection - count / 2, found.count - count))
        return found.indices[first...].prefix(count).map { index in
            let note = found[index]
            var row = Row()
            row.isSelected = index == screen.selection
            row.append(pending.mark(of: note.name), .number)
            row.show(" \(note.name)", .path)
            row.show("  \(note.title)", .dim)
            return row
        }
    }

    private func noteRows(_ name: String, from first: Int, _ count: Int) -> [Row] {
        let text = pending.library.shown[name]?.text ?? ""
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.dropFirst(first).prefix(count).map { line in
            var row = Row()
            row.show(String(line))
            return row
        }
    }

    /// The waiting, current and failed changes, with reasons.
    private var footer: Row {
        var row = Row()
        row.show(status, .bar)
        return row
    }

    package var status: String {
        var parts: [String] = []
        if !session.hasServer {
            parts.append("on this machine alone")
        } else if !session.isOnline {
            parts.append("offline")
        }
        let phases = pending.outbox.entries.map(\.phase)
        let refusals = phases.compactMap(\.rejection)
        for (count, words) in [
            (phases.count { $0 == .waiting || $0 == .saving }, "waiting"),
            (phases.count { $0 == .sending }, "being sent"),
            (refusals.count, "refused: \(refusals.first ?? "")"),
        ] where count > 0 { parts.append("\(count) \(words)") }
        if session.hasServer, phases.isEmpty { parts.append("all is sent") }
        if let failure = session.failure, failure != refusals.first { parts.append(failure) }
        if let failure = list.failure { parts.append(failure) }
        let left = drafts.left.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
        if !left.isEmpty { parts.append("unfinished: \(left) (e goes on with it)") }
        if let conflict = pending.conflict { parts.append(conflict) }
        if deleted != nil { parts.append("u: undo the deletion") }
        return parts.joined(separator: " · ")
    }
}

nonisolated extension Row {
    /// Appends text from outside.
    fileprivate mutating func show(_ text: String, _ style: Style = .plain) {
        append(String(displaying: text.utf8), style)
    }
}

nonisolated extension PendingNotes {
    /// Returns one character for the status of a note.
    fileprivate func mark(of name: String) -> String {
        guard let entry = outbox.entries.last(where: { $0.job.change.name == name }) else { return " " }
        return switch entry.phase {
        case .saving, .waiting, .cancelling: "+"
        case .sending: "^"
        case .rejected: "!"
        }
    }
}
