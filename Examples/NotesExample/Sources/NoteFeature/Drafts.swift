// SPDX-License-Identifier: MIT

import Prism
package import RequestMiddleware
package import RexCore

/// A note that somebody edits.
///
/// What they write stands in a file, from which it goes when it is on disk as a change.
package struct Draft: Codable, Hashable, Sendable {
    package let name: String
    /// The text that its author saw.
    package let text: String

    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// Why there is no text of an editor.
package struct EditFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// True if something was written, with which the next editor goes on.
    package let isKept: Bool

    package init(_ description: String, isKept: Bool) { (self.description, self.isKept) = (description, isKept) }
}

/// What is edited, and what was and has not become a change.
package struct Drafts: Equatable, Sendable {
    /// Those that were left behind, by the names of their notes.
    package private(set) var left: [String: Draft]
    /// Runs while an editor does; its answer is what the user has written.
    package var editing = TypedRequest<Draft, String, EditFailure>()

    package init(left: [Draft] = []) { self.left = Dictionary(left.map { ($0.name, $0) }) { $1 } }

    /// Opens the editor, which goes on with what was left behind.
    package mutating func edit(name: String, text: String) {
        editing.startIfIdle(left[name] ?? Draft(name: name, text: text))
    }

    /// The editor has ended.
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

/// Lets the user change a text, and returns what has become of it.
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
