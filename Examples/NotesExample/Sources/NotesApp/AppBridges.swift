// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import ReachabilityMiddleware
import RequestMiddleware
import RexCore
import SearchFeature
import SessionFeature
import SettingsFeature
import Terminal

nonisolated extension BridgeMiddleware
where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    static let app: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.network(.startMonitoring))
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.session(.active(true)))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.session(.active(false)))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.network(.stopMonitoring))
        .bridgeWithState { action, state in
            guard let event = action.network, event != .stopMonitoring else { return nil }
            let isConnected = state().network.connectivity != .offline
            return isConnected == state().session.isConnected ? nil : .session(.connected(isConnected))
        }
        .bridgeWithState { action, state in
            guard action.list?.folder?.answered != nil || action.outbox?.sent != nil else { return nil }
            return state().session.failure == nil ? nil : .session(.reached)
        }
        .bridge { action in action.failure.map { .session(.failed($0)) } }
        .bridgeWithState { action, state in
            guard let text = action.note?.editing?.answered, let open = state().open else { return nil }
            return .library(.write(name: open.name, text: text))
        }
        .bridgeWithState { action, state in action.screen?.pressed.flatMap { $0.meaning(in: state()) } }
}

nonisolated extension AppAction {
    /// Why something was not done.
    fileprivate var failure: String? {
        switch self {
        case .outbox(.failed(_, let reason)), .outbox(.rejected(_, let reason)): reason
        case .outbox(.storageFailed(let error)): "\(error)"
        default: (list?.folder?.failed ?? note?.editing?.failed)?.message
        }
    }
}

nonisolated extension Key {
    /// The action of the key; nil for one that does nothing.
    fileprivate func meaning(in app: AppState) -> AppAction? {
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

    /// The keys with which the name of a new note is written.
    private func meaning(in name: String) -> AppAction? {
        switch self {
        case .character("/"): nil
        case .character(let character): .screen(.mode(.name(name + String(character))))
        case .backspace: .screen(.mode(.name(String(name.dropLast()))))
        case .enter: name.isEmpty ? .screen(.mode(.list)) : .library(.write(name: name, text: ""))
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
