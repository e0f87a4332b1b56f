// SPDX-License-Identifier: MIT

import ListFeature
import NoteFeature
import Notes
import OutboxFeature
import RequestMiddleware
import RexCore
import RexNavigation
import SearchFeature
import SessionFeature
import SettingsFeature
package import Terminal

nonisolated extension Key {
    /// The action of the key on the screen that the state shows, or nil if it does nothing.
    ///
    /// Keys are ignored while an editor runs.
    package func meaning(in app: AppState) -> AppAction? {
        guard !app.isEditing else { return nil }
        guard let session = app.session.presentation else { return meaningAtLogIn }
        if let action = meaning(in: session.value, app.settings) { return .session(.presented(session.id, action)) }
        guard session.value.settings.isEmpty, session.value.prompt.isEmpty else { return nil }
        return (session.value.note.isEmpty ? meaningInList(app, session.id) : meaningInNote) ?? meaningAnywhere
    }

    private var meaningAtLogIn: AppAction? {
        switch self {
        case .enter: .logIn
        case .character("q"): .screen(.end)
        default: nil
        }
    }

    private func meaningInList(_ app: AppState, _ session: PresentationID) -> AppAction? {
        switch self {
        case .enter, .right: app.current.map { .library(.open(name: $0.name)) }
        case .character("d"), .delete: app.current.map { .library(.delete(name: $0.name)) }
        case .character("q"): .screen(.end)
        case .character("Q"): .session(.dismissed(session))
        default: nil
        }
    }

    private var meaningInNote: AppAction? {
        switch self {
        case .character("e"), .enter: .library(.edit)
        default: nil
        }
    }

    private var meaningAnywhere: AppAction? {
        switch self {
        case .character("u"): .library(.undo)
        case .character("r"): .library(.retry)
        case .character("x"): .library(.drop)
        case .character("o"): .settings(.nextOrder)
        case .character("l"): .settings(.toggleLog)
        default: nil
        }
    }
}

// MARK: - The session's screens

nonisolated extension Key {
    private func meaning(in session: Session, _ settings: Settings) -> SessionAction? {
        if let form = session.settings.presentation { return meaning(in: form).map { .settings($0) } }
        if let prompt = session.prompt.presentation {
            switch prompt.value {
            case .search: return meaningInSearch(prompt.id)
            case .name(let name): return meaning(in: name, prompt.id).map { .prompt($0) }
            }
        }
        switch self {
        case .character("p"): return .list(.pulled)
        case .character("s"): return .configure(settings)
        case .character(let key):
            if let action = session.conflict.presentation?.action(of: key) { return .conflict(action) }
        default: break
        }
        if let note = session.note.presentation { return meaning(in: note.id).map { .note($0) } }
        switch self {
        case .character("n"): return .ask(.name(""))
        case .character("/"): return .ask(.search)
        default: return moving
        }
    }

    private func meaning(in form: Presentation<SettingsForm>) -> PresentationAction<SettingsFormAction>? {
        switch self {
        case .character("o"): .presented(form.id, .changed(.nextOrder))
        case .character("l"): .presented(form.id, .changed(.toggleLog))
        case .enter: .presented(form.id, .done(form.value.settings))
        case .escape, .left, .character("q"): .dismissed(form.id)
        default: nil
        }
    }

    private func meaningInSearch(_ prompt: PresentationID) -> SessionAction? {
        switch self {
        case .character(let character): .search(.typed(String(character)))
        case .backspace: .search(.deleted)
        case .enter: .prompt(.dismissed(prompt))
        case .escape: .search(.cleared)
        case .up, .down: moving
        default: nil
        }
    }

    /// The meaning of keys while the name of a new note is typed.
    private func meaning(in name: String, _ prompt: PresentationID) -> PresentationAction<PromptAction>? {
        switch self {
        case .character(let character):
            Note.isName(name + String(character)) ? .presented(prompt, .typed(name + String(character))) : nil
        case .backspace: .presented(prompt, .typed(String(name.dropLast())))
        case .enter: name.isEmpty ? .dismissed(prompt) : .presented(prompt, .named(name))
        case .escape: .dismissed(prompt)
        default: nil
        }
    }

    private func meaning(in note: PresentationID) -> PresentationAction<NoteAction>? {
        switch self {
        case .escape, .left, .character("q"): .dismissed(note)
        case .up: .presented(note, .scrolled(by: -1))
        case .down: .presented(note, .scrolled(by: 1))
        case .pageUp: .presented(note, .scrolled(by: -10))
        case .pageDown: .presented(note, .scrolled(by: 10))
        default: nil
        }
    }

    private var moving: SessionAction? {
        switch self {
        case .up: .select(by: -1)
        case .down: .select(by: 1)
        case .pageUp: .select(by: -10)
        case .pageDown: .select(by: 10)
        default: nil
        }
    }
}
