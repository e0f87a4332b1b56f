// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import ReachabilityMiddleware

struct AppState: Sendable {
    var lifecycle = AppLifecycle.initial
    var reachability = ReachabilityState.initial
}
