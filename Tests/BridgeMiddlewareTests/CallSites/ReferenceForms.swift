// SPDX-License-Identifier: MIT

// The three ways to write a bridge in the reference document of BridgeMiddleware.

import BridgeMiddleware

extension BridgeMiddleware where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    static let lifecycleToReachabilityActions: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))

    static let filteredByClosure: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(
            \AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring),
            when: { $0().settings.reachabilityOptions == .always }
        )
        .bridge(
            \AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring),
            when: { $0().settings.reachabilityOptions == .always }
        )

    static let filteredByKeyPath: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(
            \AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring),
            when: \.settings.shouldUseReachability
        )
        .bridge(
            \AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring),
            when: \.settings.shouldUseReachability
        )
}
