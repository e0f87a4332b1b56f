// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Prism
import RexCore
import RexTestSupport
import Testing

/// Bridges between cases that are written with the generated properties and paths.
@Prism private enum AppAction: Equatable, Sendable {
    case lifecycle(LifecycleAction)
    case reachability(ReachabilityAction)
    case count(Int)
    case total(Int)
    case toggled(Bool)
}

@Prism private enum LifecycleAction: Sendable { case didBecomeActive, didEnterBackground }

private enum ReachabilityAction: Sendable { case startMonitoring, stopMonitoring }

@Suite struct BridgedByCaseTests {
    @Test func propertiesAndPathsNameBridgedCases() {
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
    /// Regression: `isCount` is true for one case and false for the others, which matched too.
    @Test func isPropertyMatchesItsCaseOnly() {
        let bridges = BridgeMiddleware<AppAction, AppAction, Int>()
            .bridge(\AppAction.isCount --> AppAction.total(1))
            .bridge(\.isCount --> .total(2))
            .bridge(\AppAction.toggled --> { .total($0 ? 3 : 4) })
        // No store, where bridges that answer their own actions would never end.
        let answers = Recorder<AppAction>()
        for action in [AppAction.lifecycle(.didBecomeActive), .count(3), .toggled(false)] {
            bridges.handle(action: action, from: .here(), state: { 0 }).run { answers.record($0.action) }
        }
        #expect(answers.events == [.total(1), .total(2), .total(4)])
    }
}
