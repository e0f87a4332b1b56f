// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore

/// The network of a device with a cable, once it is watched.
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
