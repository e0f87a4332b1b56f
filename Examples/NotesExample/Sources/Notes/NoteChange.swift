// SPDX-License-Identifier: MIT

package import OutboxMiddleware

/// A change of a note.
///
/// It contains the text that its author saw. The server only applies the change to that text,
/// however late it gets the change.
package enum NoteChange: Codable, Hashable, Sendable {
    /// Writes the note over another text, or makes it if there is no other text.
    case write(Note, over: String?)
    /// Deletes the note with this text.
    case delete(name: String, over: String)

    /// The name of the note.
    package var name: String {
        switch self {
        case .write(let note, _): note.name
        case .delete(let name, _): name
        }
    }

    /// The text that the author saw, if any.
    package var over: String? {
        switch self {
        case .write(_, let over): over
        case .delete(_, let over): over
        }
    }

    /// Returns the same change over another text, or nil if there is no text to delete.
    package func over(_ text: String?) -> NoteChange? {
        switch self {
        case .write(let note, _): .write(note, over: text)
        case .delete(let name, _): text.map { .delete(name: name, over: $0) }
        }
    }

    /// The text after the change, if any.
    package var text: String? {
        if case .write(let note, _) = self { note.text } else { nil }
    }
}

/// A job that sends a change.
package struct NoteJob: Codable, Hashable, Sendable {
    package let change: NoteChange
    /// The first unsent change of the note when this change was made.
    ///
    /// This change continues its text. Nil if this is the first one.
    package let first: OutboxID?

    package init(_ change: NoteChange, after first: OutboxID?) { (self.change, self.first) = (change, first) }
}
