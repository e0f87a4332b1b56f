// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Prism
import RexCore
import RexTestSupport
import Testing

/// Bridges between cases, which their properties and paths name.
@Prism private enum AppAction: Equatable, Sendable {
    case lifecycle(LifecycleAction)
    case reachability(ReachabilityAction)
    case count(Int)
    case total(Int)
}

@Prism private enum LifecycleAction: Sendable { case didBecomeActive, didEnterBackground }

private enum ReachabilityAction: Sendable { case startMonitoring, stopMonitoring }

@Suite struct BridgedByCaseTests {
    @Test func propertiesAndPathsNameWhatIsBridged() {
        let bridges = BridgeMiddleware<AppAction, AppAction, Int>()
            .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring))
            .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))
            .bridge(AppAction.prisms.count.extract --> AppAction.prisms.total.embed)
        let seen = Recorder<AppAction>()
        let reducer = Reducer<AppAction, Int>.reduce { action, _ in seen.record(action) }
        let store = Store(initialState: 0, reducer: reducer, middleware: bridges)
        for action in [AppAction.lifecycle(.didBecomeActive), .lifecycle(.didEnterBackground), .count(3)] {
            store.dispatch(action)
        }
        #expect(
            seen.events == [
                .lifecycle(.didBecomeActive), .reachability(.startMonitoring),
                .lifecycle(.didEnterBackground), .reachability(.stopMonitoring),
                .count(3), .total(3),
            ]
        )
    }
}
