// SPDX-License-Identifier: MIT

import Prism
package import RequestMiddleware
package import RexCore

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
package struct EditFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether the user's text was kept for the next editor.
    package let isKept: Bool

    package init(_ description: String, isKept: Bool) { (self.description, self.isKept) = (description, isKept) }
}

/// The draft in the editor, and earlier drafts that have not become changes.
package struct Drafts: Equatable, Sendable {
    /// The unfinished drafts, by the names of their notes.
    package private(set) var left: [String: Draft]
    /// Runs while an editor is open.
    ///
    /// The answer is the user's text.
    package var editing = TypedRequest<Draft, String, EditFailure>()

    package init(left: [Draft] = []) { self.left = Dictionary(left.map { ($0.name, $0) }) { $1 } }

    /// Opens the editor, with the text of an unfinished draft if there is one.
    package mutating func edit(name: String, text: String) {
        editing.startIfIdle(left[name] ?? Draft(name: name, text: text))
    }

    /// Ends the draft after its editor has ended.
    fileprivate mutating func end() {
        switch editing.phase {
        case .done(let draft): left[draft.name] = nil
        case .failed(let draft, let failure): left[draft.name] = failure.isKept ? draft : nil
        case .idle, .running: break
        }
    }
}

@Prism package enum DraftAction: Sendable {
    case editing(TypedRequestAction<Draft, String, EditFailure>)
}

/// Lets the user edit a text, and returns the new text.
package typealias EditText = @Sendable (Draft) async throws -> String

extension Feature where ActionType == DraftAction, StateType == Drafts, Dependencies == EditText {
    package static var drafts: Feature {
        .combine {
            Feature<_, _, EditText>.request { error in
                error as? EditFailure ?? EditFailure("\(error)", isKept: true)
            } load: { (draft: Draft, edit: EditText) in
                try await edit(draft)
            }
            .lift(case: DraftAction.prisms.editing, state: \.editing)
            Feature { _, drafts in drafts.end() }
        }
    }
}
