// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import NoteFeature
import RequestMiddleware
import RexCore
import Terminal

nonisolated let screen = Feature<AppAction, AppState, World> { action, app in
    // The editor has used the terminal.
    if action.draft?.editing?.answered != nil || action.draft?.editing?.failed != nil { app.screen.renewals += 1 }
    switch action {
    case .lifecycle(.didBecomeActive): app.screen.renewals += 1
    case .screen(.resized(let size)): app.screen.size = size
    case .screen(.select(let rows)): app.screen.selection += rows
    case .screen(.mode(let mode)): app.screen.mode = mode
    case .screen(.end): app.screen.isOver = true
    case .library(.create): app.screen.mode = .list
    default: break
    }
}

/// Takes the terminal when the app enters the foreground, and releases it before the process stops
/// or ends.
nonisolated struct ScreenMiddleware: MiddlewareProtocol {
    let terminal: TerminalDevice

    func handle(
        action: AppAction,
        from source: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        switch action {
        case .lifecycle(.didBecomeActive):
            IO { output in
                terminal.enter()
                output.dispatch(.screen(.resized(terminal.size)), from: source)
            }
        case .lifecycle(.didEnterBackground): IO { _ in terminal.leave() }
        default: .pure()
        }
    }
}
