// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import ReachabilityMiddleware

extension BridgeMiddleware where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    /// Monitors the network while the app is in the foreground.
    static let lifecycleToReachabilityActions: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))
}
