// SPDX-License-Identifier: MIT

import Prism
package import RequestMiddleware
package import RexCore

/// The note on the screen.
package struct OpenNote: Codable, Equatable, Sendable {
    package let name: String
    /// The first visible line.
    package var firstLine = 0
    /// Runs while an editor is open.
    ///
    /// The answer is the user's text.
    package var editing = TypedRequest<Draft, String, EditFailure>()

    package init(name: String) { self.name = name }
}

@Prism package enum NoteAction: Codable, Sendable {
    case scrolled(by: Int)
    case editing(TypedRequestAction<Draft, String, EditFailure>)
}

/// Lets the user edit a text, and returns the new text.
package typealias EditText = @Sendable (Draft) async throws -> String

extension Feature where ActionType == NoteAction, StateType == OpenNote, Dependencies == EditText {
    package static var note: Feature {
        .combine {
            Feature { action, note in
                if case .scrolled(let lines) = action { note.firstLine = max(0, note.firstLine + lines) }
            }
            Feature<_, _, EditText>.request { error in
                error as? EditFailure ?? EditFailure("\(error)", isKept: true)
            } load: { (draft: Draft, edit: EditText) in
                try await edit(draft)
            }
            .lift(case: NoteAction.prisms.editing, state: \.editing)
        }
    }
}
