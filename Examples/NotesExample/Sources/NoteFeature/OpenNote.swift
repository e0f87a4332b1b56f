// SPDX-License-Identifier: MIT

import Prism
package import RequestMiddleware
package import RexCore

/// The note that the user looks at.
package struct OpenNote: Equatable, Sendable {
    /// A text that somebody edits.
    package struct Draft: Hashable, Sendable {
        package let name, text: String
    }

    package let name: String
    /// The first line that is shown.
    package var firstLine = 0
    /// Runs while an editor does; its answer is what the user has written.
    package var editing = Request<Draft, String>()

    package init(name: String) { self.name = name }

    /// Opens the editor.
    package mutating func edit(_ text: String) { editing.startIfIdle(Draft(name: name, text: text)) }
}

@Prism package enum NoteAction: Sendable {
    case scrolled(by: Int)
    case editing(RequestAction<OpenNote.Draft, String>)
}

/// Lets the user change a text, and returns what has become of it.
package typealias EditText = @Sendable (OpenNote.Draft) async throws -> String

extension Feature where ActionType == NoteAction, StateType == OpenNote, Dependencies == EditText {
    package static var note: Feature {
        .combine {
            Feature { action, note in
                if case .scrolled(let lines) = action { note.firstLine = max(0, note.firstLine + lines) }
            }
            Feature<_, _, EditText>.request { (draft: OpenNote.Draft, edit: EditText) in try await edit(draft) }
                .lift(case: NoteAction.prisms.editing, state: \.editing)
        }
    }
}
