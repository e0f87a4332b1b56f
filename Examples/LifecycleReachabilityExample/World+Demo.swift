// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import LoggerMiddleware
import ReachabilityMiddleware

extension World {
    /// A world that needs no system: the app is opened, sent to the background and opened again, with a cable plugged in.
    static func demo(stateDiff: StateDiffTransform<AppState>) -> World {
        let open: [AppLifecycleAction] = [.willEnterForeground, .didBecomeActive]
        let leave: [AppLifecycleAction] = [.willBecomeInactive, .didEnterBackground]
        return World(
            lifecycle: ScriptedLifecycle(chapters: [open, leave, open]),
            reachability: ReachabilityMiddlewareDependencies(
                pathMonitor: .scripted([NetworkPath(interface: .wired)])
            ),
            stateDiff: stateDiff
        )
    }
}

/// Tells a story chapter by chapter, each one when all that the one before it caused has been processed.
private struct ScriptedLifecycle: AppLifecyclePublisher {
    let chapters: [[AppLifecycleAction]]

    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        tell(chapters[...], to: receiver)
        return {}
    }

    private func tell(_ chapters: ArraySlice<[AppLifecycleAction]>, to receiver: AppLifecycleReceiver) {
        guard let chapter = chapters.first else { return }
        for action in chapter { receiver.send(action) }
        receiver.afterPending { tell(chapters.dropFirst(), to: receiver) }
    }
}
