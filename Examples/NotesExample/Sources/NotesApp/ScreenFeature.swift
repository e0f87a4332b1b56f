// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import NoteFeature
import RequestMiddleware
import RexCore
import Terminal

nonisolated let screen = Feature<AppAction, AppState, World> { action, app in
    // An editor has had the terminal.
    if action.note?.editing?.answered != nil || action.note?.editing?.failed != nil { app.screen.renewals += 1 }
    switch action {
    case .lifecycle(.didBecomeActive): app.screen.renewals += 1
    case .screen(.resized(let size)): app.screen.size = size
    case .screen(.select(let rows)): app.screen.selection += rows
    case .screen(.mode(let mode)): app.screen.mode = mode
    case .screen(.end): app.screen.isOver = true
    case .library(.write(let name, _)):
        guard case .name = app.screen.mode else { return }
        app.screen.mode = .list
        app.open = .init(name: name)
    default: break
    }
}

/// Takes the terminal when the app comes to the foreground, and gives it back before the process
/// stops or ends.
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
