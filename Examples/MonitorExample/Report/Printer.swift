// SPDX-License-Identifier: MIT

import RexCore

/// Prints what there is to say about an action and the state after it.
struct Printer: MiddlewareProtocol {
    let print: @Sendable (String) -> Void
    let text: @Sendable (AppAction, AppState) -> String?

    /// Whether there is a text, as far as the state before the action can tell.
    func isConcerned(
        by action: AppAction,
        from source: ActionSource,
        state: @escaping GetState<AppState>
    ) -> Bool {
        text(action, state()) != nil
    }

    func handle(
        action: AppAction,
        from source: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        IO { _ in
            if let text = text(action, state()) { print(text) }
        }
    }
}
