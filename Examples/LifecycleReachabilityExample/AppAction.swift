// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Prism
import ReachabilityMiddleware
import RexCore

@Prism enum AppAction: Sendable {
    case lifecycle(AppLifecycleAction)
    case reachability(ReachabilityEvent)
}
