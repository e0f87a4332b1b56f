// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import LoggerMiddleware
import ReachabilityMiddleware

/// The dependencies of the app.
struct World: Sendable {
    var lifecycle: any AppLifecyclePublisher
    var reachability: ReachabilityMiddlewareDependencies
    var log: ActionTransform<AppAction>
    var stateDiff: StateDiffTransform<AppState>
}
