// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore
import Terminal

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
