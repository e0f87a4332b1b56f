// SPDX-License-Identifier: MIT

package import Notes
package import NotesServer
package import OutboxMiddleware

/// A change that the server has processed.
package struct Delivery: Codable, Hashable, Sendable {
    package let change: NoteChange
    /// The conflict, or nil if the server has applied the change.
    package let conflict: NoteConflict?
}

/// A conflict with the change of another client.
package struct NoteConflict: Codable, Hashable, Sendable {
    /// The other text, which stays.
    ///
    /// Nil if the note was deleted, or is no longer text.
    package let theirs: String?
    /// The new note with the text of the change.
    ///
    /// Nil if the change was a deletion, which is not done.
    package let ours: Note?

    package init(theirs: String?, ours: Note?) { (self.theirs, self.ours) = (theirs, ours) }
}

extension NotesServer {
    /// Applies a change once, even if it is tried several times with the same id.
    ///
    /// The text that the author saw is compared with the current one. The version of the current
    /// text ensures that no client writes in between. If they differ, both texts are kept. The name
    /// of the second note is derived from the id of the first unsent change, so a retry finds that
    /// note, and the next change continues it.
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
                // Another client wrote in between, so the texts are compared again.
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
            // An unavailable folder has no notes either.
            guard try await !list().contains(where: { $0.name == name }) else { throw ServerError.changed }
            return nil
        }
        guard present.has(over) else { return NoteConflict(theirs: present.text, ours: nil) }
        try await delete(name, present.version)
        return nil
    }
}

extension NoteJob {
    /// The notes that may store the text, the preferred one first.
    ///
    /// The others are needed if that note was changed, or if the server was stopped while it wrote
    /// the note.
    fileprivate func copies(of note: Note, _ id: OutboxID) -> [Note] {
        ([(first ?? id).short, id.short] + (2..<10).map { "\(id.short) \($0)" }).map {
            Note(name: "\(note.name) (conflict \($0))", text: note.text)
        }
    }
}

extension OutboxID {
    /// A short name of the id, which is unique in practice.
    fileprivate var short: String {
        let digits = "\(self)"
        return "\(digits.prefix(8))-\(Int(digits.suffix(8), radix: 16) ?? 0)"
    }
}
