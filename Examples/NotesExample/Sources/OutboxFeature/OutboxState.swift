// SPDX-License-Identifier: MIT

package import Notes
package import NotesServer
package import OutboxMiddleware
package import RexCore

package typealias NotesOutbox = Outbox<NoteJob>
package typealias NotesOutboxAction = OutboxAction<NoteJob, Delivery>

/// The dependencies of the outbox.
package struct OutboxDependencies: Sendable {
    package var server: NotesServer
    package var file: OutboxFile<NoteJob>

    package init(server: NotesServer, file: OutboxFile<NoteJob>) {
        (self.server, self.file) = (server, file)
    }
}

/// The notes, and their unsent changes.
package struct PendingNotes: Codable, Sendable {
    package var library: OptimisticLibrary
    package var outbox: NotesOutbox

    /// Makes the notes from the server's notes.
    package init(_ library: Library = Library()) { self.init(OptimisticLibrary(library), Outbox()) }

    /// Makes the notes from the saved notes and the outbox of an earlier process.
    package init(_ library: OptimisticLibrary, _ outbox: NotesOutbox) {
        (self.library, self.outbox) = (library, outbox)
        resume(outbox.backlog)
    }

    /// Shows a change at once, and sends it after the other changes of the note.
    ///
    /// The change replaces the rejected changes whose text its author saw. The deletion of a note
    /// that the server never had replaces all changes that write the note. Then nothing is sent and
    /// the result is nil, unless an attempt has failed, so that the server may know of the note.
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
        library.take(.perform(id, .note(change)))
        return id
    }

    /// Returns the changes that made the text that the author of this one saw, the last one first.
    private func made(of change: NoteChange) -> [OutboxEntry<NoteJob>] {
        var (made, text): ([OutboxEntry<NoteJob>], String?) = ([], change.over)
        for entry in entries(of: change.name).reversed() {
            // A rejected deletion shows the text that it should have deleted.
            guard (entry.job.change.text ?? entry.job.change.over) == text else { break }
            made.append(entry)
            text = entry.job.change.over
        }
        return made
    }

    /// Undoes a deletion: cancels it, or writes the note again if the server may know of the
    /// deletion.
    package mutating func takeBack(_ deletion: OutboxID?, of note: Note) {
        guard let entry = deletion.flatMap({ outbox[$0] }), !entry.mayBeKnown else {
            add(.write(note, over: nil))
            return
        }
        drop(entry.id)
        guard library.shown[note.name]?.text != note.text else { return }
        add(.write(note, over: entry.job.change.over))
    }

    /// Drops the last change of a note if the server has rejected it.
    package mutating func dropRefused(_ name: String) {
        if let last = entries(of: name).last, last.phase.rejection != nil { drop(last.id) }
    }

    /// Returns the pending and the rejected changes of a note.
    private func entries(of name: String) -> [OutboxEntry<NoteJob>] {
        outbox.entries.filter { $0.job.change.name == name && $0.phase != .cancelling }
    }

    private mutating func drop(_ id: OutboxID) {
        outbox.cancel(id)
        library.take(.rejected(id))
    }

    /// Shows pending changes, and rejected ones except for deletions, so that users see the texts
    /// that they have written.
    private mutating func resume(_ backlog: OutboxBacklog<NoteJob>) {
        library.resume(backlog)
        for entry in backlog.entries where entry.phase.rejection != nil && entry.job.change.text != nil {
            library.take(.perform(entry.id, .note(entry.job.change)))
        }
    }

    mutating func take(_ action: NotesOutboxAction) {
        switch action {
        case .sent(let id, let delivery): library.take(.confirmed(id, delivery.changes.map { .note($0) }))
        case .rejected(let id, _): if outbox[id]?.job.change.text == nil { library.take(.rejected(id)) }
        case .cancelled(let id, _): library.take(.rejected(id))
        case .loaded(let backlog): resume(backlog)
        case .failed, .storageFailed, .unreadable, .saved, .attempted, .rested, .paused, .step: break
        }
    }
}

extension OutboxEntry<NoteJob> {
    /// Whether the server may have applied the change: an attempt was made, and it was not
    /// rejected.
    fileprivate var mayBeKnown: Bool { attempts > 0 && phase.rejection == nil }
}

extension Delivery {
    /// The differences between the server's notes and the requested change.
    ///
    /// Empty if the change was applied.
    fileprivate var changes: [NoteChange] {
        guard let conflict else { return [] }
        let theirs: NoteChange =
            conflict.theirs.map { .write(Note(name: change.name, text: $0), over: nil) }
            ?? .delete(name: change.name, over: "")
        return [theirs] + (conflict.ours.map { [.write($0, over: nil)] } ?? [])
    }
}

extension Feature where ActionType == NotesOutboxAction, StateType == PendingNotes, Dependencies == OutboxDependencies {
    /// Applies the results of changes.
    ///
    /// The app contains the feature that sends them, since it knows when to send.
    package static var pendingNotes: Feature { Feature { action, notes in notes.take(action) } }
}
