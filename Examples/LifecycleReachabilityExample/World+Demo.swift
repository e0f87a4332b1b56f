// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import LoggerMiddleware
import ReachabilityMiddleware

extension World {
    /// A world that needs no system: the app is opened, sent to the background and opened again,
    /// with a cable plugged in.
    static func demo(stateDiff: StateDiffTransform<AppState>) -> World {
        let open: [AppLifecycleAction] = [.willEnterForeground, .didBecomeActive]
        let leave: [AppLifecycleAction] = [.willBecomeInactive, .didEnterBackground]
        return World(
            lifecycle: ScriptedLifecycle(steps: [open, leave, open]),
            reachability: ReachabilityMiddlewareDependencies(
                pathMonitor: .scripted([NetworkPath(interface: .wired)])
            ),
            log: .box,
            stateDiff: stateDiff
        )
    }
}

/// Sends a script step by step, each step when all that the one before it caused has been
/// processed.
private struct ScriptedLifecycle: AppLifecyclePublisher {
    let steps: [[AppLifecycleAction]]

    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        send(steps[...], to: receiver)
        return {}
    }

    private func send(_ steps: ArraySlice<[AppLifecycleAction]>, to receiver: AppLifecycleReceiver) {
        guard let step = steps.first else { return }
        for action in step { receiver.send(action) }
        receiver.afterPending { send(steps.dropFirst(), to: receiver) }
    }
}
