// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import ReachabilityMiddleware

enum AppAction: Sendable {
    case lifecycle(AppLifecycleAction)
    case reachability(ReachabilityEvent)
}

extension AppAction {
    var lifecycle: AppLifecycleAction? {
        if case .lifecycle(let action) = self { action } else { nil }
    }

    var reachability: ReachabilityEvent? {
        if case .reachability(let event) = self { event } else { nil }
    }
}
