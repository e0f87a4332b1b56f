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
        for entry in outbox.entries where entry.phase.rejection == nil { show(entry.job.change, entry.id) }
    }

    /// Shows a change at once, and lets it be sent behind those of the same note.
    @discardableResult package mutating func add(_ change: NoteChange) -> OutboxID {
        let first = outbox.entries.first { $0.job.change.name == change.name && $0.phase.rejection == nil }
        let job = NoteJob(change, after: first.map { $0.job.first ?? $0.id })
        let id = outbox.add(job, lane: "\(change.name)")
        show(change, id)
        return id
    }

    private mutating func show(_ change: NoteChange, _ id: OutboxID) { library.take(.perform(id, change)) }

    /// Takes a change back, as if it had never been, or by another one if the server may know of it.
    package mutating func takeBack(_ id: OutboxID, by change: NoteChange) {
        if let entry = outbox[id], entry.attempts == 0, entry.phase == .saving || entry.phase == .waiting {
            outbox.cancel(id)
        } else {
            add(change)
        }
    }

    mutating func take(_ action: NotesOutboxAction) {
        switch action {
        case .sent(let id, let delivery):
            library.take(.confirmed(id, delivery.changes))
            if let words = delivery.words { conflict = words }
        case .rejected(let id, _), .cancelled(let id, _): library.take(.rejected(id))
        case .loaded(let entries):
            for entry in entries where entry.phase.rejection == nil { show(entry.job.change, entry.id) }
        case .failed, .storageFailed, .saved, .attempted, .rested, .paused: break
        }
    }
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
