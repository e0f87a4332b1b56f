// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Foundation
import LoggerMiddleware
import ReachabilityMiddleware

extension World {
    /// The real dependencies: this process and its network.
    static func live(
        log: ActionTransform<AppAction>,
        stateDiff: StateDiffTransform<AppState>,
        end: @escaping @Sendable () -> Never
    ) -> World {
        #if os(Linux)
        let lifecycle = SignalPublisher { _ in end() }
        #else
        let lifecycle = NotificationCenter.default
        #endif
        return World(
            lifecycle: lifecycle,
            reachability: ReachabilityMiddlewareDependencies(pathMonitor: .live),
            log: log,
            stateDiff: stateDiff
        )
    }
}
