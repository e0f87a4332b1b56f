// SPDX-License-Identifier: MIT

public import Prism
public import RequestMiddleware
public import RexCore

/// The note that the user looks at.
public struct OpenNote: Equatable, Sendable {
    /// A text that somebody edits.
    public struct Draft: Hashable, Sendable {
        public let name, text: String
    }

    public let name: String
    /// The first line that is shown.
    public var firstLine = 0
    /// Runs while an editor does; its answer is what the user has written.
    public var editing = Request<Draft, String>()

    public init(name: String) { self.name = name }

    /// Opens the editor.
    public mutating func edit(_ text: String) { editing.startIfIdle(Draft(name: name, text: text)) }
}

@Prism public enum NoteAction: Sendable {
    case scrolled(by: Int)
    case editing(RequestAction<OpenNote.Draft, String>)
}

/// Lets the user change a text, and returns what has become of it.
public typealias EditText = @Sendable (OpenNote.Draft) async throws -> String

extension Feature where ActionType == NoteAction, StateType == OpenNote, Dependencies == EditText {
    public static var note: Feature {
        .combine {
            Feature { action, note in
                if case .scrolled(let lines) = action { note.firstLine = max(0, note.firstLine + lines) }
            }
            Feature<_, _, EditText>.request { (draft: OpenNote.Draft, edit: EditText) in try await edit(draft) }
                .lift(case: NoteAction.prisms.editing, state: \.editing)
        }
    }
}
