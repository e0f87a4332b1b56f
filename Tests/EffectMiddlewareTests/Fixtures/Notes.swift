// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport

/// The actions of an editor.
enum NoteAction: Sendable, Equatable {
    case save(Int)
    case type(Int)
    case revert
    case tag(Int)
    case saved(Int)
    case began(Int)

    var save: Int? { if case .save(let number) = self { number } else { nil } }
    var type: Int? { if case .type(let number) = self { number } else { nil } }
    var revert: Void? { if case .revert = self { () } else { nil } }
}

/// A note in an editor, with another note inside.
struct Note: Sendable, Identifiable {
    let id: Double
    var tag = 0
    var inner: [Note] = []

    /// The note inside, as an optional.
    var only: Note? {
        get { inner.first }
        set { inner = newValue.map { [$0] } ?? [] }
    }
}

/// The same without an id.
struct Sketch: Sendable {
    var number: Double
    var tag = 0
}

enum NoteScreen: Sendable {
    case note(Note)
    case list

    static let note = CasePath<NoteScreen, Note>(
        extract: { if case .note(let note) = $0 { note } else { nil } },
        embed: NoteScreen.note
    )
}

/// The actions of an app with an editor.
indirect enum NotesAction: Sendable, Equatable {
    case note(NoteAction)
    case row(ElementIDAction<Double, NoteAction>)
    /// Opens a note with a note inside of it, or closes the editor.
    case open(Double?, tag: Int = 0, inner: [Double] = [])
    /// Saves the note, and opens another one in the same reduction.
    case saveAndOpen(Double)
    /// Dispatches actions while this one is processed, so that they wait in the queue.
    case queue([NotesAction])

    static let note = CasePath<NotesAction, NoteAction>(
        extract: {
            switch $0 {
            case .note(let action): action
            case .saveAndOpen(let id): .save(Int(id) * 10)
            default: nil
            }
        },
        embed: NotesAction.note
    )
    static let row = CasePath<NotesAction, ElementIDAction<Double, NoteAction>>(
        extract: { if case .row(let action) = $0 { action } else { nil } },
        embed: NotesAction.row
    )
}

struct NotesState: Sendable {
    var note: Note?
    var screen = NoteScreen.list
    var sketch: Sketch?
    /// The answers and the beginnings of runs, in order.
    var log: [Int] = []

    mutating func set(_ note: Note?) {
        self.note = note
        screen = note.map { .note($0) } ?? .list
        sketch = note.map { Sketch(number: $0.id, tag: $0.tag) }
    }
}

let notes = Reducer<NotesAction, NotesState>.reduce { action, state in
    switch action {
    case .note(.saved(let number)), .note(.began(let number)): state.log.append(number)
    case .note(.tag(let tag)):
        var note = state.note
        note?.tag = tag
        state.set(note)
    case .row(let row):
        if case .saved(let number) = row.action { state.log.append(number) }
    case .open(let id, let tag, let inner):
        state.set(id.map { Note(id: $0, tag: tag, inner: inner.map { Note(id: $0) }) })
    case .saveAndOpen(let id): state.set(Note(id: id))
    case .note, .queue: break
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualWorld {
    /// Returns effects that save after a second.
    static func saving<State>(
        _ policy: EffectPolicy<Int> = .each,
        _: State.Type = State.self
    ) -> EffectMiddleware<NoteAction, NoteAction, State> {
        EffectMiddleware<NoteAction, NoteAction, State>()
            .on(\.save, policy) { number, effect in
                try await effect.sleep(for: .seconds(1))
                effect.send(.saved(number))
            }
            .cancel(on: \.revert)
    }

    func store(
        _ middleware: sending some MiddlewareProtocol<NotesAction, NotesAction, NotesState>,
        _ state: NotesState = NotesState()
    ) -> Store<NotesAction, NotesState> {
        let queueing = AnyMiddleware<NotesAction, NotesAction, NotesState> { [self] action, source, _ in
            guard case .queue(let actions) = action else { return .pure() }
            return IO { output in
                for action in actions { output.dispatch(action, from: source) }
                self.advance(by: .seconds(1))
            }
        }
        return Store(
            initialState: state,
            reducer: notes,
            middleware: queueing <> middleware.composition,
            environment: environment
        )
    }
}
