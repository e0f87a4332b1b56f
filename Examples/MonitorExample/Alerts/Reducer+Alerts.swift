// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == AlertAction, StateType == AlertState {
    static let alerts = Reducer.reduce { action, alerts in
        switch action {
        case .raise(let gauge):
            alerts.raised.insert(gauge)
            alerts.unheard.insert(gauge)
            alerts.count += 1
        case .clear(let gauge):
            alerts.raised.remove(gauge)
            alerts.unheard.remove(gauge)
        case .toggleQuiet:
            alerts.isQuiet.toggle()
        case .catchUp, .listenToQuietSwitch:
            // These are for others.
            break
        }
    }
}
