// SPDX-License-Identifier: MIT

package import Notes
package import NotesServer
package import OutboxMiddleware
package import RexCore

package typealias NotesOutbox = Outbox<NoteJob>
package typealias NotesOutboxAction = OutboxAction<NoteJob, Delivery>

/// What the sending depends on.
package struct OutboxDependencies: Sendable {
    package var server: NotesServer
    package var file: OutboxFile<NoteJob>

    package init(server: NotesServer, file: OutboxFile<NoteJob>) {
        (self.server, self.file) = (server, file)
    }
}

/// The notes, and what of them is still to be sent.
package struct PendingNotes: Sendable {
    package var library: OptimisticLibrary
    package var outbox: NotesOutbox
    /// The last conflict, in words.
    package var conflict: String?

    /// The notes that the server had, and what was not sent when the process ended.
    package init(_ library: Library = Library(), outbox: NotesOutbox = Outbox()) {
        (self.library, self.outbox) = (OptimisticLibrary(library), outbox)
        show(outbox.entries)
    }

    /// Shows a change at once, and lets it be sent behind those of the same note.
    ///
    /// It takes the place of those whose text its author saw and the server has refused. The deletion of a note that
    /// the server has never had takes the place of all that was to write it, and is none itself, with nil, unless an
    /// attempt has failed, of which the server may know.
    @discardableResult package mutating func add(_ change: NoteChange) -> OutboxID? {
        let entries = entries(of: change.name)
        let made = made(of: change)
        var replaced = Array(made.prefix { $0.phase.rejection != nil })
        var over = replaced.last.map(\.job.change.over) ?? change.over
        if change.text == nil, let first = made.last, first.job.change.over == nil {
            replaced = made
            over = made.first { $0.mayBeKnown }?.job.change.text
        }
        for entry in replaced { drop(entry.id) }
        guard let change = change.over(over) else { return nil }
        let job = NoteJob(change, after: entries.first.map { $0.job.first ?? $0.id })
        let id = outbox.add(job, lane: "\(change.name)")
        library.take(.perform(id, change))
        return id
    }

    /// The changes that have made the text which the author of this one saw, from the last one.
    private func made(of change: NoteChange) -> [OutboxEntry<NoteJob>] {
        var (made, text): ([OutboxEntry<NoteJob>], String?) = ([], change.over)
        for entry in entries(of: change.name).reversed() {
            // A deletion that was refused shows what it was to delete.
            guard (entry.job.change.text ?? entry.job.change.over) == text else { break }
            made.append(entry)
            text = entry.job.change.over
        }
        return made
    }

    /// Takes a deletion back, as if it had never been, or by writing the note anew if the server may know of it.
    package mutating func takeBack(_ deletion: OutboxID?, of note: Note) {
        guard let entry = deletion.flatMap({ outbox[$0] }), !entry.mayBeKnown else {
            add(.write(note, over: nil))
            return
        }
        drop(entry.id)
        guard library.shown[note.name]?.text != note.text else { return }
        add(.write(note, over: entry.job.change.over))
    }

    /// Takes the last change of a note back if the server has refused it.
    package mutating func dropRefused(_ name: String) {
        if let last = entries(of: name).last, last.phase.rejection != nil { drop(last.id) }
    }

    /// What is to be sent of a note, and what of it was refused.
    private func entries(of name: String) -> [OutboxEntry<NoteJob>] {
        outbox.entries.filter { $0.job.change.name == name && $0.phase != .cancelling }
    }

    private mutating func drop(_ id: OutboxID) {
        outbox.cancel(id)
        library.take(.rejected(id))
    }

    /// Shows what is to be sent; and what was refused, but for deletions, so that nobody looks for what they have
    /// written.
    private mutating func show(_ entries: [OutboxEntry<NoteJob>]) {
        for entry in entries where entry.phase.rejection == nil || entry.job.change.text != nil {
            library.take(.perform(entry.id, entry.job.change))
        }
    }

    mutating func take(_ action: NotesOutboxAction) {
        switch action {
        case .sent(let id, let delivery):
            library.take(.confirmed(id, delivery.changes))
            if let words = delivery.words { conflict = words }
        case .rejected(let id, _): if outbox[id]?.job.change.text == nil { library.take(.rejected(id)) }
        case .cancelled(let id, _): library.take(.rejected(id))
        case .loaded(let entries): show(entries)
        case .failed, .storageFailed, .unreadable, .saved, .attempted, .rested, .paused, .step: break
        }
    }
}

extension OutboxEntry<NoteJob> {
    /// False if the server has not done it, and will not: it was never tried, or refused.
    fileprivate var mayBeKnown: Bool { attempts > 0 && phase.rejection == nil }
}

extension Delivery {
    /// What the server has in place of what was asked for; none if it has just that.
    fileprivate var changes: [NoteChange] {
        guard let conflict else { return [] }
        let theirs: NoteChange =
            conflict.theirs.map { .write(Note(name: change.name, text: $0), over: nil) }
            ?? .delete(name: change.name, over: "")
        return [theirs] + (conflict.ours.map { [.write($0, over: nil)] } ?? [])
    }

    fileprivate var words: String? {
        guard let conflict else { return nil }
        return conflict.ours.map { "'\(change.name)' was changed elsewhere; your text is in '\($0.name)'" }
            ?? "'\(change.name)' was changed elsewhere and is not deleted"
    }
}

extension Feature where ActionType == NotesOutboxAction, StateType == PendingNotes, Dependencies == OutboxDependencies {
    /// Takes what becomes of changes.
    ///
    /// What sends them stands in the app, which knows when.
    package static var pendingNotes: Feature { Feature { action, notes in notes.take(action) } }
}
