// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore

private struct AlwaysActive: AppLifecyclePublisher {
    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        receiver.send(.willEnterForeground)
        receiver.send(.didBecomeActive)
        return {}
    }
}

/// Returns the lifecycle state of an app that is always active.
public func stateOfAnActiveApp() -> AppLifecycle {
    let middleware = AppLifecycleMiddleware(publisher: AlwaysActive()).lift(
        inputAction: { (_: AppLifecycleAction) in nil },
        state: { (_: AppLifecycle) in }
    )
    return Store(initialState: AppLifecycle.initial, reducer: .lifecycle, middleware: middleware).state
}
