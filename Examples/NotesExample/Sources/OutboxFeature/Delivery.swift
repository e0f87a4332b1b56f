// SPDX-License-Identifier: MIT

package import Notes
package import NotesServer
package import OutboxMiddleware

/// A change that the server knows of.
package struct Delivery: Hashable, Sendable {
    package let change: NoteChange
    /// Nil if the server has what the change says.
    package let conflict: NoteConflict?
}

/// Somebody else was faster than a change.
package struct NoteConflict: Hashable, Sendable {
    /// The text that stays, of somebody else; nil if they have deleted the note, or it is no text any more.
    package let theirs: String?
    /// The note that the text of the change has got; nil if it was a deletion, which is not done.
    package let ours: Note?

    package init(theirs: String?, ours: Note?) { (self.theirs, self.ours) = (theirs, ours) }
}

extension NotesServer {
    /// Does what a change says, once, however often it is tried under one identity.
    ///
    /// The text that its author saw is compared with the present one, and the version of that makes
    /// sure that nobody writes in between. Where they differ, nothing is lost: both texts stay. The
    /// name of the second note follows from the identity of the first of the changes that were made
    /// one over the other, so a further attempt finds it, and the next change goes on with it.
    package func deliver(_ job: NoteJob, _ id: OutboxID) async throws -> Delivery {
        for _ in 0..<8 {
            do {
                let conflict =
                    switch job.change {
                    case .write(let note, let over): try await write(note, over: over, job.copies(of: note, id))
                    case .delete(let name, let over): try await delete(name, over: over)
                    }
                return Delivery(change: job.change, conflict: conflict)
            } catch ServerError.changed {
                // Somebody was faster by a moment, so the comparison is made again.
            }
        }
        throw ServerError.changed
    }

    private func write(_ note: Note, over: String?, _ copies: [Note]) async throws -> NoteConflict? {
        for (number, copy) in copies.enumerated() {
            guard let present = try await read(copy.name) else {
                guard number == 0 else { break }
                continue
            }
            if present.has(over) { try await write(copy.name, copy.text, .hasVersion(present.version)) }
            if present.has(over) || present.has(copy.text) {
                return NoteConflict(theirs: try await read(note.name)?.text, ours: copy)
            }
        }
        guard let present = try await read(note.name) else {
            try await write(note.name, note.text, .isNew)
            return nil
        }
        if present.has(note.text) { return nil }
        if present.has(over) {
            try await write(note.name, note.text, .hasVersion(present.version))
            return nil
        }
        for copy in copies where try await read(copy.name) == nil {
            try await write(copy.name, copy.text, .isNew)
            return NoteConflict(theirs: present.text, ours: copy)
        }
        throw ServerError.changed
    }

    private func delete(_ name: String, over: String) async throws -> NoteConflict? {
        guard let present = try await read(name) else {
            // A folder that is away for a moment has no notes either.
            guard try await !list().contains(where: { $0.name == name }) else { throw ServerError.changed }
            return nil
        }
        guard present.has(over) else { return NoteConflict(theirs: present.text, ours: nil) }
        try await delete(name, present.version)
        return nil
    }
}

extension NoteJob {
    /// The notes that may keep the text, from the first one.
    ///
    /// Others are for when somebody has changed that one, or the server was stopped while it wrote it.
    fileprivate func copies(of note: Note, _ id: OutboxID) -> [Note] {
        ([(first ?? id).short, id.short] + (2..<10).map { "\(id.short) \($0)" }).map {
            Note(name: "\(note.name) (conflict \($0))", text: note.text)
        }
    }
}

extension OutboxID {
    /// A short name of it, which no other entry has that any user will meet.
    fileprivate var short: String {
        let digits = "\(self)"
        return "\(digits.prefix(8))-\(Int(digits.suffix(8), radix: 16) ?? 0)"
    }
}
