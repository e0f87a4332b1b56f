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

    fileprivate mutating func apply(_ change: LibraryChange) {
        switch change {
        case .note(.write(let note, _)): notes[note.name] = note
        case .note(.delete(let name, _)): notes[name] = nil
        case .only(let names): notes = notes.filter { names.contains($0.key) }
        }
    }
}

/// A change of all notes.
package enum LibraryChange: Codable, Hashable, Sendable {
    case note(NoteChange)
    /// The server has the notes with these names, and no others.
    case only(Set<String>)

    /// Writes a note.
    package static func write(_ note: Note) -> LibraryChange { .note(.write(note, over: nil)) }
}

/// The notes of the server, with the changes that were not sent yet.
package typealias OptimisticLibrary = Optimistic<Library, LibraryChange>

extension OptimisticLibrary {
    private static let reducer = Reducer<LibraryChange, Library>.reduce { change, library in library.apply(change) }
        .optimistic()

    /// Applies an action of the server or of the outbox.
    package mutating func take(_ action: OptimisticAction<LibraryChange>) {
        Self.reducer.reduce(action, &self)
    }

    /// Shows the unsent changes, and the sent ones that are not in the saved notes.
    package mutating func resume(_ backlog: OutboxBacklog<NoteJob>) {
        resume(backlog, by: Self.reducer) { .note($0.change) }
    }
}
