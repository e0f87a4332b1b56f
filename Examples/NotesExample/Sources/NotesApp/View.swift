// SPDX-License-Identifier: MIT

import ConnectionFeature
import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import RexCore
import RexNavigation
import SearchFeature
import SessionFeature
import SettingsFeature
package import Terminal

/// The rows of the screen.
nonisolated extension AppState {
    package var rows: [Row] {
        let count = max(2, screen.size.rows) - 2
        guard let session = session.value else {
            return [Row(showing: "Logged out", .path)] + Array(repeating: Row(), count: count)
                + [Row(showing: "Enter: log in · q: quit", .bar)]
        }
        let body =
            session.settings.value.map { settingsRows($0.settings) }
            ?? session.note.value.map { noteRows($0, count) } ?? listRows(session, count)
        return [header(session)] + body + Array(repeating: Row(), count: max(0, count - body.count))
            + [Row(showing: status, .bar)]
    }

    private func header(_ session: Session) -> Row {
        if !session.settings.isEmpty { return Row(showing: "Settings", .path) }
        guard let prompt = session.prompt.value else {
            var row = Row(showing: session.note.value?.name ?? "Notes", .path)
            if session.note.isEmpty, !session.search.text.isEmpty { row.show("  /\(session.search.text)", .match) }
            return row
        }
        var row: Row
        switch prompt {
        case .search: row = Row(showing: "/\(session.search.text)", .match)
        case .name(let name): row = Row(showing: "New note: \(name)", .match)
        }
        row.cursor = row.text.columns
        return row
    }

    private func settingsRows(_ settings: Settings) -> [Row] {
        [
            "o: sort by \(settings.order == .byName ? "name" : "title")",
            "l: the log is \(settings.isLogging ? "open" : "closed")",
            "Enter: save · Esc: cancel",
        ].map { Row(showing: $0) }
    }

    private func listRows(_ session: Session, _ count: Int) -> [Row] {
        let found = found
        let first = max(0, min(session.selection - count / 2, found.count - count))
        return found.indices[first...].prefix(count).map { index in
            let note = found[index]
            var row = Row()
            row.isSelected = index == session.selection
            row.append(pending.mark(of: note.name), .number)
            row.show(" \(note.name)", .path)
            row.show("  \(note.title)", .dim)
            return row
        }
    }

    private func noteRows(_ note: OpenNote, _ count: Int) -> [Row] {
        let text = pending.library.shown[note.name]?.text ?? ""
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.dropFirst(note.firstLine).prefix(count).map { Row(showing: String($0)) }
    }

    /// The waiting, current and failed changes, with reasons.
    package var status: String {
        var parts: [String] = []
        if !connection.hasServer {
            parts.append("on this machine alone")
        } else if !connection.isOnline {
            parts.append("offline")
        }
        let phases = pending.outbox.entries.map(\.phase)
        let refusals = phases.compactMap(\.rejection)
        for (count, words) in [
            (phases.count { $0 == .waiting || $0 == .saving }, "waiting"),
            (phases.count { $0 == .sending }, "being sent"),
            (refusals.count, "refused: \(refusals.first ?? "")"),
        ] where count > 0 { parts.append("\(count) \(words)") }
        if connection.hasServer, phases.isEmpty { parts.append("all is sent") }
        if let failure = connection.failure, failure != refusals.first { parts.append(failure) }
        if let failure = session.value?.list.failure { parts.append(failure) }
        let left = drafts.left.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
        if !left.isEmpty { parts.append("unfinished: \(left) (e goes on with it)") }
        if let conflict = session.value?.conflict.presentation { parts.append(conflict.text) }
        if session.value?.deleted != nil { parts.append("u: undo the deletion") }
        return parts.joined(separator: " · ")
    }
}

nonisolated extension Row {
    fileprivate init(showing text: String, _ style: Style = .plain) {
        self.init()
        show(text, style)
    }

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
