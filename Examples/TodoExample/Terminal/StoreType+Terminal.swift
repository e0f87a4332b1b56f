// SPDX-License-Identifier: MIT

import RexCore

extension StoreType where ActionType == AppAction, StateType == AppState {
    /// What the terminal sees of the app: it enters lines, and shows the list.
    ///
    /// There is nothing to show while a change is on its way to the file: what is on the screen is safe.
    var terminal: StoreProjection<String, ListView?> {
        projection(
            action: { line in AppAction.terminal(.entered(line)) },
            state: { app in app.isSettled ? ListView(app) : nil }
        )
    }
}
