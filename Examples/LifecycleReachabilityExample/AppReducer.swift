// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import ReachabilityMiddleware
import RexCore

extension Reducer where ActionType == AppAction, StateType == AppState {
    static let app: Reducer =
        Reducer<AppLifecycleAction, AppLifecycle>.lifecycle
        .lift(action: \AppAction.lifecycle, state: \AppState.lifecycle)
        <> Reducer<ReachabilityEvent, ReachabilityState>.reachability
        .lift(action: \AppAction.reachability, state: \AppState.reachability)
}
