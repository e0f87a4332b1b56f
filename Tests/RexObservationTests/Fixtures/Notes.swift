// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexObservation
import RexTestSupport

// A list of notes with details that are pushed, an editor as a sheet of a detail or of the list, and an alert.

struct Editor: Sendable, Equatable {
    var text = ""
}

enum EditorAction: Sendable, Equatable { case typed(String), done }

struct Detail: Sendable, Equatable {
    var note: Int
    var editor = Presented<Editor>()
}

enum DetailAction: Sendable, Equatable {
    case edit
    case editor(PresentationAction<EditorAction>)
}

enum Choice: Sendable, Equatable { case delete }

struct Notes: Sendable, Equatable {
    var visits = 0
    var chosen: [Choice] = []
    var path = PresentationStack<Detail>()
    var sheet = Presented<Editor>()
    var alert = Presented<Dialog<Choice>>()
}

enum NotesAction: Sendable {
    case change(@Sendable (inout Notes) -> Void)
    case path(PresentationAction<DetailAction>)
    case sheet(PresentationAction<EditorAction>)
    case alert(PresentationAction<Choice>)
    case chosen(Choice)
}

extension CasePath where Root == DetailAction, Value == PresentationAction<EditorAction> {
    static let editor = CasePath(
        extract: { if case .editor(let action) = $0 { action } else { nil } },
        embed: DetailAction.editor
    )
}

extension CasePath where Root == NotesAction, Value == PresentationAction<DetailAction> {
    static let path = CasePath(
        extract: { if case .path(let action) = $0 { action } else { nil } },
        embed: NotesAction.path
    )
}

extension CasePath where Root == NotesAction, Value == PresentationAction<EditorAction> {
    static let sheet = CasePath(
        extract: { if case .sheet(let action) = $0 { action } else { nil } },
        embed: NotesAction.sheet
    )
}

extension CasePath where Root == NotesAction, Value == PresentationAction<Choice> {
    static let alert = CasePath(
        extract: { if case .alert(let action) = $0 { action } else { nil } },
        embed: NotesAction.alert
    )
}

private let editor = Feature<EditorAction, Editor, Void>(
    .reduce { action, editor in
        if case .typed(let text) = action { editor.text = text }
    }
)

private let detail = Feature<DetailAction, Detail, Void>.combine {
    Feature<DetailAction, Detail, Void>(
        .reduce { action, detail in
            if case .edit = action { detail.editor.present(Editor(text: "\(detail.note)")) }
        }
    )
    editor.lift(.case(.editor, presented: \.editor, ends: .when { $0 == .done }))
}

private let notes = Feature<NotesAction, Notes, Void>.combine {
    Feature<NotesAction, Notes, Void>(
        .reduce { action, notes in
            switch action {
            case .change(let change): change(&notes)
            case .chosen(let choice): notes.chosen += [choice]
            case .path, .sheet, .alert: break
            }
        }
    )
    detail.lift(.case(.path, stack: \.path))
    editor.lift(.case(.sheet, presented: \.sheet, ends: .when { $0 == .done }))
    Feature.dialog(.alert, state: \.alert, sending: NotesAction.chosen)
}

/// A store of the notes, which records the actions that reached it, besides `change`, in words.
@MainActor struct NotesStore {
    let store: Store<NotesAction, Notes>
    let model: ObservableStore<NotesAction, Notes>
    private let log = Recorder<(text: String, line: UInt)>()

    init() {
        let log = log
        let logger = Feature<NotesAction, Notes, Void>(middleware: NotesLogger(log: log))
        store = Store(initialState: Notes(), feature: logger <> notes, dependencies: (), executor: .mainQueue)
        model = ObservableStore(store)
    }

    var state: Notes { store.state }
    var actions: [String] { log.events.map(\.text) }
    var lines: [UInt] { log.events.map(\.line) }

    func change(_ change: @escaping @Sendable (inout Notes) -> Void) {
        store.dispatch(.change(change))
    }
}

private struct NotesLogger: MiddlewareProtocol {
    let log: Recorder<(text: String, line: UInt)>

    func receiveContext(getState: @escaping GetState<Notes>, output: AnyActionHandler<NotesAction>) {
        output.eachRefused { [log] in log.record(("refused: \($0.reason)", 0)) }
    }

    func handle(
        action: NotesAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Notes>
    ) -> IO<NotesAction> {
        switch action {
        case .change: break
        case .path(let action): log.record(("path \(action.text)", dispatcher.line))
        case .sheet(let action): log.record(("sheet \(action.text)", dispatcher.line))
        case .alert(let action): log.record(("alert \(action.text)", dispatcher.line))
        case .chosen(let choice): log.record(("chosen \(choice)", dispatcher.line))
        }
        return .pure()
    }
}

extension PresentationAction {
    fileprivate var text: String {
        switch self {
        case .presented(let id, let action): "\(id) \(action)"
        case .dismissed(let id): "\(id) dismissed"
        }
    }
}
