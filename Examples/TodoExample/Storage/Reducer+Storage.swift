// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == AppAction, StateType == AppState {
    static let storage = Reducer.reduce { action, app in
        switch action {
        case .list:
            app.storage.failure = nil
        case .storage(.autosave(isOn: true)):
            (app.storage.frozen, app.storage.failure) = (nil, nil)
        case .storage(.autosave(isOn: false)):
            app.storage.frozen = app.saved
        case .storage(.saveFailed(let failure)):
            app.storage.failure = failure
        case .terminal:
            break
        }
    }
}
