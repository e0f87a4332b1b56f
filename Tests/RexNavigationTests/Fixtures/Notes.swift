// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
import RexCore
import RexNavigation
import RexTestSupport
import RexTesting

// An app with a list, details that are pushed, an editor as a sheet of a detail, a preview as a sheet of the editor, and
// an alert.

struct Preview: Sendable, Equatable {
    var text: String
    var pages = 0
}

@Prism enum PreviewAction: Sendable, Equatable {
    case load, loaded(Int), closed
}

struct Editor: Sendable, Equatable {
    var text: String
    var savings = 0
    var preview = Presented<Preview>()
}

@Prism enum EditorAction: Sendable, Equatable {
    case typed(String), save, saved(String), cancelled, previewed
    case preview(PresentationAction<PreviewAction>), previewClosed
}

struct Detail: Sendable, Equatable {
    var note: Int
    var text = ""
    var ticks = 0
    var editor = Presented<Editor>()
}

@Prism enum DetailAction: Sendable, Equatable {
    case edit, replaceEditor, edited(String), tick, done(Int), deleted
    case editor(PresentationAction<EditorAction>)
}

enum Choice: Sendable, Equatable { case delete(Int) }

struct Notes: Sendable, Equatable {
    var path = PresentationStack<Detail>()
    var alert = Presented<Dialog<Choice>>()
    var log: [String] = []
}

@Prism enum NotesAction: Sendable, Equatable {
    case opened(Int), replaced(Int), linked([Int]), warned(Int), resetAll
    case path(PresentationAction<DetailAction>)
    case alert(PresentationAction<Choice>)
    case done(PresentationID, Int), deleted, chosen(Choice)
}

/// Gates that the effects of the notes wait for, and the events of the effects.
final class NotesWorld: Sendable {
    let pages = AsyncGate()
    let saving = AsyncGate()
    let ticking = AsyncGate()
    let events = Recorder<String>()

    /// Lets all effects go on, also those that ignore their cancellation.
    func openAll() {
        for gate in [pages, saving, ticking] { gate.open() }
    }
}

let preview = Feature<PreviewAction, Preview, NotesWorld> { action, preview in
    if case .loaded(let pages) = action { preview.pages = pages }
} effects: { effects, world in
    effects.on(\.isLoad) { effect in
        world.events.record("load")
        await world.pages.wait()
        effect.send(.loaded(3))
    }
}

let editor = Feature<EditorAction, Editor, NotesWorld>.combine {
    Feature { action, editor in
        switch action {
        case .typed(let text): editor.text = text
        case .save: editor.savings += 1
        case .previewed: editor.preview.present(Preview(text: editor.text))
        default: break
        }
    } effects: { effects, world in
        effects.on(\.isSave, .latest) { effect in
            world.events.record("save")
            await world.saving.wait()
            effect.send(.saved("saved"))
        }
    }
    preview.lift(
        .case(EditorAction.prisms.preview, presented: \.preview, ends: .when(\.isClosed, sending: .previewClosed))
    )
}

let detail = Feature<DetailAction, Detail, NotesWorld>.combine {
    Feature { action, detail in
        switch action {
        case .edit: detail.editor.present(Editor(text: detail.text))
        case .replaceEditor: detail.editor.replace(with: Editor(text: "other"))
        case .edited(let text): detail.text += text
        case .tick: detail.ticks += 1
        default: break
        }
    } effects: { effects, world in
        effects.during({ $0.note > 0 }) { effect in
            world.events.record("start \(effect.state.note)")
            await withTaskCancellationHandler {
                await world.ticking.wait()
                effect.send(.tick)
            } onCancel: {
                world.events.record("cancel")
            }
        }
    }
    editor.lift(
        .case(
            DetailAction.prisms.editor,
            presented: \.editor,
            ends: .when(\.saved, sending: DetailAction.edited),
            .when(\.isCancelled)
        )
    )
}

let notes = Feature<NotesAction, Notes, NotesWorld>.combine {
    Feature { action, notes in
        switch action {
        case .opened(let note): notes.path.push(Detail(note: note), from: nil)
        case .replaced(let note): notes.path.replaceTop(with: Detail(note: note))
        case .linked(let path): notes.path.show(path.map { Detail(note: $0) }) { $0.note == $1.note }
        case .warned(let note):
            notes.alert.present(
                Dialog("Delete?", buttons: [.init("Delete", role: .destructive, choice: .delete(note))])
            )
        case .done(let id, let note): notes.log.append("\(id) done \(note)")
        case .deleted: notes.log.append("deleted")
        case .chosen(.delete(let note)): notes.log.append("delete \(note)")
        case .resetAll: notes.path = PresentationStack()
        case .path, .alert: break
        }
    }
    detail.lift(
        .case(
            NotesAction.prisms.path,
            stack: \.path,
            ends: .when(\.done, sending: NotesAction.done),
            .when(\.isDeleted, sending: .deleted)
        )
    )
    Feature.dialog(NotesAction.prisms.alert, state: \.alert, sending: NotesAction.chosen)
}

extension TestStore<NotesAction, Notes> {
    /// A test store of the notes.
    ///
    /// Only what a test states is checked, since each detail has an effect of its own.
    static func notes(_ state: Notes = Notes(), in world: NotesWorld) -> TestStore {
        TestStore(initialState: state, feature: RexNavigationTests.notes, dependencies: world, checks: .onlyWhatIsSaid)
    }

    func send(all actions: NotesAction...) {
        for action in actions { send(action) }
    }
}

extension NotesAction {
    static func detail(_ id: PresentationID, _ action: DetailAction) -> NotesAction {
        .path(.presented(id, action))
    }

    static func editor(_ id: PresentationID, _ editor: PresentationID, _ action: EditorAction) -> NotesAction {
        .detail(id, .editor(.presented(editor, action)))
    }

    static func preview(
        _ id: PresentationID,
        _ editor: PresentationID,
        _ preview: PresentationID,
        _ action: PreviewAction
    ) -> NotesAction {
        .editor(id, editor, .preview(.presented(preview, action)))
    }
}
