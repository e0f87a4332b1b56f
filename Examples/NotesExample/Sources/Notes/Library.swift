// SPDX-License-Identifier: MIT

package import OutboxMiddleware
import RexCore

/// All notes by name.
package struct Library: Codable, Hashable, Sendable {
    package private(set) var notes: [String: Note]

    package init(_ notes: [Note] = []) {
        self.notes = Dictionary(notes.map { ($0.name, $0) }) { _, last in last }
    }

    package subscript(name: String) -> Note? { notes[name] }

    fileprivate mutating func apply(_ change: NoteChange) {
        notes[change.name] = if case .write(let note, _) = change { note } else { nil }
    }
}

/// The notes of the server, with the changes that were not sent yet.
package typealias OptimisticLibrary = Optimistic<Library, NoteChange>

extension OptimisticLibrary {
    private static let reducer = Reducer<NoteChange, Library>.reduce { change, library in library.apply(change) }
        .optimistic()

    /// Applies an action of the server or of the outbox.
    package mutating func take(_ action: OptimisticAction<NoteChange>) {
        Self.reducer.reduce(action, &self)
    }
}
