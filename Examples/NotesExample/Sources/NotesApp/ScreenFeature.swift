// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore
import Terminal

nonisolated let screen = Feature<AppAction, AppState, World> { action, app in
    switch action {
    // The editor uses the terminal.
    case .lifecycle(.didBecomeActive), .library(.edit): app.screen.renewals += 1
    case .screen(.resized(let size)): app.screen.size = size
    case .screen(.end): app.screen.isOver = true
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
