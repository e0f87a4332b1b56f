// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore
import Testing

/// The examples in the documentation of the types that the tests are named after.
@Suite struct ReachabilityDocExamples {
    @Test func reachabilityMiddleware() {
        let store = Store(
            initialState: ReachabilityState.initial,
            reducer: .reachability,
            middleware: ReachabilityMiddleware(ReachabilityMiddlewareDependencies())
        )
        store.dispatch(.startMonitoring)
        #expect(store.state.isMonitoring)
    }

    @Test func reachabilityEvent() {
        #expect(ReachabilityEvent.gotOffline.gotOffline != nil)
        #expect(ReachabilityEvent.gotOffline.connectedToWifi == nil)
    }

    @Test func reachabilityState() {
        var state = ReachabilityState.initial
        Reducer.reachability.reduce(.connectedToWifi, &state)
        #expect(state.connectivity == .wifi)
    }

    @Test func networkPath() {
        let path = NetworkPath(interface: .cellular, isExpensive: true)
        #expect(path.interface != nil)
    }

    @Test func pathMonitor() {
        let alwaysOnline = PathMonitor { handler in
            handler(NetworkPath(interface: .wired))
            return {}
        }
        let paths = Lock<[NetworkPath]>([])
        let cancel = alwaysOnline.start { path in paths.withLock { $0.append(path) } }
        cancel?()
        #expect(paths.withLock { $0 } == [NetworkPath(interface: .wired)])
    }
}
