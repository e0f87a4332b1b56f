// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware

extension BridgeMiddleware where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    /// Samples feed the gauges, and gauges raise alerts.
    ///
    /// The three features do not know each other.
    static let app: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.sampling?.sampled --> { AppAction.load(.measured($0.load)) })
        .bridge(\AppAction.sampling?.sampled --> { AppAction.memory(.measured($0.memory)) })
        .bridge(\AppAction.load --> AppAction.alerts(.raise(.load)), when: \AppState.load.hasRisen)
        .bridge(\AppAction.load --> AppAction.alerts(.clear(.load)), when: \AppState.load.hasFallen)
        .bridge(\AppAction.memory --> AppAction.alerts(.raise(.memory)), when: \AppState.memory.hasRisen)
        .bridge(\AppAction.memory --> AppAction.alerts(.clear(.memory)), when: \AppState.memory.hasFallen)
        .bridge(\AppAction.alerts?.toggleQuiet --> AppAction.alerts(.catchUp))
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.alerts(.catchUp))
}
