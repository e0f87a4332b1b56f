// SPDX-License-Identifier: MIT

import RexCore

/// Prints the report of an action and the state after it.
struct Printer: MiddlewareProtocol {
    let print: @Sendable (String) -> Void
    let text: @Sendable (AppAction, AppState) -> String?

    /// Returns whether there may be a text, judging from the state before the action.
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
