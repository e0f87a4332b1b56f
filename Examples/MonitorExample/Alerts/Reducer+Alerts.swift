// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == AlertAction, StateType == AlertState {
    static let alerts = Reducer.reduce { action, alerts in
        switch action {
        case .raise(let gauge):
            alerts.raised.insert(gauge)
            alerts.count += 1
        case .clear(let gauge):
            alerts.raised.remove(gauge)
        case .toggleQuiet:
            alerts.isQuiet.toggle()
        case .remind, .listenToQuietSwitch:
            // These are for middlewares.
            break
        }
    }
}
