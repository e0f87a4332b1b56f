// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import LoggerMiddleware
import ReachabilityMiddleware

/// All that the app needs from outside of itself.
struct World: Sendable {
    var lifecycle: any AppLifecyclePublisher
    var reachability: ReachabilityMiddlewareDependencies
    var log: ActionTransform<AppAction>
    var stateDiff: StateDiffTransform<AppState>
}
