// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import LoggerMiddleware
import ReachabilityMiddleware

extension World {
    /// Dependencies that do not use the system: the app is opened, enters the background and is
    /// opened again, with a wired network.
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

/// Sends the steps of a script.
///
/// Each step waits until all actions of the previous one were processed.
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
