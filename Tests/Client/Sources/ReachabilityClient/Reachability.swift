// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore

/// Returns the reachability of a device with a wired network, once monitoring has started.
public func stateWithACable() -> ReachabilityState {
    let dependencies = ReachabilityMiddlewareDependencies(pathMonitor: .scripted([NetworkPath(interface: .wired)]))
    let store = Store(
        initialState: ReachabilityState.initial,
        reducer: .reachability,
        middleware: MiddlewareReader.reachability.inject(dependencies)
    )
    store.dispatch(.startMonitoring)
    return store.state
}
