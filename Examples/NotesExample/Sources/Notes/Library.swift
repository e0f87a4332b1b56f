// SPDX-License-Identifier: MIT

package import OutboxMiddleware
import RexCore

/// All notes by their names.
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

/// The notes as the server has them, and with what it has not been told yet.
package typealias OptimisticLibrary = Optimistic<Library, NoteChange>

extension OptimisticLibrary {
    private static let reducer = Reducer<NoteChange, Library>.reduce { change, library in library.apply(change) }
        .optimistic()

    /// Takes something that has happened.
    package mutating func take(_ action: OptimisticAction<Never, NoteChange>) {
        Self.reducer.reduce(action, &self)
    }
}
