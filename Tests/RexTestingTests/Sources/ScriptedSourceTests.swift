// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import ReachabilityMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Middlewares that listen, by sources that the test plays.
@Suite struct ScriptedSourceTests {
    private struct Stage: AppLifecyclePublisher {
        let receivers: Recorder<AppLifecycleReceiver>

        func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
            receivers.record(receiver)
            return {}
        }
    }

    @Test func lifecycleOfTheAppIsReceived() {
        let receivers = Recorder<AppLifecycleReceiver>()
        let test = TestStore(
            initialState: AppLifecycle.initial,
            reducer: .lifecycle,
            middleware: AppLifecycleMiddleware(publisher: Stage(receivers: receivers))
                .lift(
                    inputAction: { (_: AppLifecycleAction) in nil },
                    outputAction: { $0 },
                    state: { (_: AppLifecycle) in }
                )
        )
        #expect(receivers.events.count == 1)
        receivers.events.first?.send(.willEnterForeground)
        test.receive(.willEnterForeground) { $0 = .foregroundInactive }
        receivers.events.first?.send(.didBecomeActive)
        test.receive(.didBecomeActive) { $0 = .foregroundActive }
        test.finish()
    }

    @Test func pathsOfTheNetworkAreReceived() {
        let handlers = Recorder<@Sendable (NetworkPath) -> Void>()
        let monitor = PathMonitor { handler in
            handlers.record(handler)
            return {}
        }
        let test = TestStore(
            initialState: ReachabilityState.initial,
            reducer: .reachability,
            middleware: ReachabilityMiddleware(ReachabilityMiddlewareDependencies(pathMonitor: monitor)),
            checks: .onlyWhatIsSaid
        )
        test.send(.startMonitoring)
        handlers.events.first?(NetworkPath(interface: .wired))
        test.expect { $0.connectivity == .wired }
        test.finish()
    }
}
