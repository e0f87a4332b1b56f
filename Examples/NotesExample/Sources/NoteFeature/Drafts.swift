// SPDX-License-Identifier: MIT

/// A note in an editor.
///
/// The user's text is in a file, which is removed when the change is on disk.
package struct Draft: Codable, Hashable, Sendable {
    package let name: String
    /// The text that the author saw.
    package let text: String

    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// The reason why an editor returned no text.
package struct EditFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether the user's text was kept for the next editor.
    package let isKept: Bool

    package init(_ description: String, isKept: Bool) { (self.description, self.isKept) = (description, isKept) }
}

/// The drafts that have not become changes.
package struct Drafts: Codable, Equatable, Sendable {
    /// The drafts by the names of their notes.
    package private(set) var left: [String: Draft]

    package init(left: [Draft] = []) { self.left = Dictionary(left.map { ($0.name, $0) }) { $1 } }

    /// Returns the draft for the editor: the unfinished one of the note, or a new one.
    ///
    /// It is unfinished until ``end(_:)``, even if the note is closed before its editor.
    package mutating func begin(name: String, text: String) -> Draft {
        let draft = left[name] ?? Draft(name: name, text: text)
        left[name] = draft
        return draft
    }

    /// Ends a draft whose text has become a change, or which has no text.
    package mutating func end(_ draft: Draft) { left[draft.name] = nil }
}
