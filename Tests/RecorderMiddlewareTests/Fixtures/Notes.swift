// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation

import class RecorderMiddleware.Recorder

struct Editor: Codable, Equatable, Sendable { var text = "" }

@Prism enum EditorAction: Codable, Equatable, Sendable { case typed(String) }

struct Note: Codable, Equatable, Sendable { var editor = Presented<Editor>() }

@Prism enum NoteAction: Codable, Equatable, Sendable {
    /// Presents an editor, in place of the one that is there.
    case edit
    case editor(PresentationAction<EditorAction>)
}

/// Two containers, and another one in each screen, which all count from 1.
struct Notes: Codable, Equatable, Sendable {
    var path = PresentationStack<Note>()
    var alert = Presented<Editor>()
}

@Prism enum NotesAction: Codable, Equatable, Sendable {
    case open
    case ask
    case path(PresentationAction<NoteAction>)
    case alert(PresentationAction<EditorAction>)

    static func editor(_ id: PresentationID, of screen: PresentationID, _ text: String) -> NotesAction {
        .path(.presented(screen, .editor(.presented(id, .typed(text)))))
    }

    /// Nested presentations, two containers with the same ids, an editor that is replaced, a screen
    /// that is dismissed, and late actions for both, which are refused.
    static let tour: [NotesAction] = [
        .open,
        .path(.presented(1, .edit)),
        .editor(1, of: 1, "presented(#9, a)"),
        .open,
        .path(.presented(2, .edit)),
        .editor(1, of: 2, "b"),
        .path(.presented(2, .edit)),
        .editor(2, of: 2, "c"),
        .editor(1, of: 2, "late"),
        .ask,
        .alert(.presented(1, .typed("d"))),
        .path(.dismissed(2)),
        .path(.presented(2, .edit)),
        .editor(1, of: 2, "later"),
        .path(.presented(1, .edit)),
        .alert(.dismissed(1)),
    ]
}

typealias NotesRecorder = Recorder<NotesAction, Notes>

extension Feature where ActionType == NotesAction, StateType == Notes, Dependencies == Void {
    static let notes: Feature = {
        let editor = Feature<EditorAction, Editor, Void> { action, editor in
            if case .typed(let text) = action { editor.text = text }
        }
        let note = Feature<NoteAction, Note, Void>.combine {
            Feature<NoteAction, Note, Void> { action, note in
                if case .edit = action { note.editor.replace(with: Editor()) }
            }
            editor.lift(.case(NoteAction.prisms.editor, presented: \.editor))
        }
        return .combine {
            Feature { action, notes in
                switch action {
                case .open: notes.path.push(Note())
                case .ask: notes.alert.present(Editor())
                case .path, .alert: break
                }
            }
            note.lift(.case(NotesAction.prisms.path, stack: \.path))
            editor.lift(.case(NotesAction.prisms.alert, presented: \.alert))
        }
    }()

    /// Records the actions in a store.
    static func record(
        _ actions: [NotesAction] = NotesAction.tour,
        with recorder: NotesRecorder,
        named name: String? = nil
    ) {
        let recorded = notes.adding(name.map { recorder.middleware(named: $0) } ?? recorder.middleware)
        let store = Store(initialState: Notes(), feature: recorded, dependencies: ())
        for action in actions { store.dispatch(action) }
    }
}
