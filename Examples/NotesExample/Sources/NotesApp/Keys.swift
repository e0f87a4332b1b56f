// SPDX-License-Identifier: MIT

import ListFeature
import NoteFeature
import Notes
import OutboxFeature
import RequestMiddleware
import RexCore
import SearchFeature
import SettingsFeature
import Terminal

/// The reducer that gets a key also executes its meaning.
///
/// With a separate action for the meaning, the second of two keys that were typed ahead would be
/// interpreted before the first one has changed the state. Keys are ignored while an editor runs.
nonisolated let keys = Feature<AppAction, AppState, World> { action, app in
    guard !app.drafts.editing.isRunning, let meaning = action.screen?.pressed?.meaning(in: app) else { return }
    changes.reduce(meaning, &app)
}

nonisolated private let changes = parts.reducer <> library.reducer <> screen.reducer

nonisolated extension Key {
    /// The action of the key, or nil if it does nothing.
    func meaning(in app: AppState) -> AppAction? {
        switch app.screen.mode {
        case .search: meaningInSearch
        case .name(let name): meaning(in: name)
        case .list: app.open == nil ? meaningInList(app) : meaningInNote
        }
    }

    private var meaningInSearch: AppAction? {
        switch self {
        case .character(let character): .search(.typed(character))
        case .backspace: .search(.deleted)
        case .enter: .screen(.mode(.list))
        case .escape: .search(.cleared)
        case .up, .down: moving
        default: nil
        }
    }

    /// The meaning of keys while the name of a new note is typed.
    private func meaning(in name: String) -> AppAction? {
        switch self {
        case .character(let character):
            Note.isName(name + String(character)) ? .screen(.mode(.name(name + String(character)))) : nil
        case .backspace: .screen(.mode(.name(String(name.dropLast()))))
        case .enter: name.isEmpty ? .screen(.mode(.list)) : .library(.create(name: name))
        case .escape: .screen(.mode(.list))
        default: nil
        }
    }

    private func meaningInList(_ app: AppState) -> AppAction? {
        switch self {
        case .enter, .right: app.current.map { .library(.open(name: $0.name)) }
        case .character("n"): .screen(.mode(.name("")))
        case .character("/"): .screen(.mode(.search))
        case .character("d"), .delete: app.current.map { .library(.delete(name: $0.name)) }
        case .character("q"): .screen(.end)
        case .up, .down, .pageUp, .pageDown: moving
        default: meaningAnywhere
        }
    }

    private var meaningInNote: AppAction? {
        switch self {
        case .escape, .left, .character("q"): .library(.close)
        case .character("e"), .enter: .library(.edit)
        case .up: .note(.scrolled(by: -1))
        case .down: .note(.scrolled(by: 1))
        case .pageUp: .note(.scrolled(by: -10))
        case .pageDown: .note(.scrolled(by: 10))
        default: meaningAnywhere
        }
    }

    private var meaningAnywhere: AppAction? {
        switch self {
        case .character("u"): .library(.undo)
        case .character("p"): .list(.pulled)
        case .character("r"): .library(.retry)
        case .character("x"): .library(.drop)
        case .character("o"): .settings(.nextOrder)
        case .character("l"): .settings(.toggleLog)
        default: nil
        }
    }

    private var moving: AppAction? {
        switch self {
        case .up: .screen(.select(by: -1))
        case .down: .screen(.select(by: 1))
        case .pageUp: .screen(.select(by: -10))
        case .pageDown: .screen(.select(by: 10))
        default: nil
        }
    }
}
