// SPDX-License-Identifier: MIT

package import OutboxMiddleware

/// What becomes of a note.
///
/// It says which text its author saw: on that depends whether the server may do it, however much
/// later it learns of it.
package enum NoteChange: Codable, Hashable, Sendable {
    /// The note has this text; it is in place of another one, or of none.
    case write(Note, over: String?)
    /// There is no such note; there was one with this text.
    case delete(name: String, over: String)

    /// The note.
    package var name: String {
        switch self {
        case .write(let note, _): note.name
        case .delete(let name, _): name
        }
    }

    /// The text that its author saw, if any.
    package var over: String? {
        switch self {
        case .write(_, let over): over
        case .delete(_, let over): over
        }
    }

    /// The same over another text; nil if there is none that could be deleted.
    package func over(_ text: String?) -> NoteChange? {
        switch self {
        case .write(let note, _): .write(note, over: text)
        case .delete(let name, _): text.map { .delete(name: name, over: $0) }
        }
    }

    /// The text that there is then, if any.
    package var text: String? {
        if case .write(let note, _) = self { note.text } else { nil }
    }
}

/// A change that is to be sent.
package struct NoteJob: Codable, Hashable, Sendable {
    package let change: NoteChange
    /// The first of the changes of the note that were not sent when this was made, whose text this
    /// one goes on with; nil if it is the first one itself.
    package let first: OutboxID?

    package init(_ change: NoteChange, after first: OutboxID?) { (self.change, self.first) = (change, first) }
}
