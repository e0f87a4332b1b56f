// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

typealias Bridges = BridgeMiddleware<AppAction, AppAction, AppState>

private let start = AppAction.reachability(.startMonitoring)
private let active = AppAction.lifecycle(.didBecomeActive)

private func lifecycle(of action: AppAction) -> LifecycleAction? { action.lifecycle }

@Suite struct BridgeFormsTests {
    /// Every form of a bridge that starts monitoring when the app becomes active.
    static let startingForms: [(name: String, bridges: Bridges)] = [
        ("key path --> action", Bridges().bridge(\AppAction.lifecycle?.didBecomeActive --> start)),
        ("function --> action", Bridges().bridge({ (action: AppAction) in action.lifecycle } --> start)),
        ("key path --> function", Bridges().bridge(\AppAction.lifecycle --> { _ in start })),
        (
            "key path >=> key path --> action",
            Bridges().bridge(\AppAction.lifecycle >=> \LifecycleAction.didBecomeActive --> start)
        ),
        ("function >=> function", Bridges().bridge(lifecycle >=> { $0 == .didBecomeActive ? start : nil })),
        ("function", Bridges().bridge { $0 == active ? start : nil }),
        ("when closure", Bridges().bridge(\AppAction.lifecycle --> start, when: { $0().count == 0 })),
        ("when key path", Bridges().bridge(\AppAction.lifecycle --> start, when: \.settings.shouldUseReachability)),
        ("function, when closure", Bridges().bridge({ $0 == active ? start : nil }, when: { _ in true })),
        (
            "function, when key path",
            Bridges().bridge({ $0 == active ? start : nil }, when: \.settings.shouldUseReachability)
        ),
        (
            "with state",
            Bridges().bridgeWithState { action, state in action == active && state().count == 0 ? start : nil }
        ),
    ]

    @Test(arguments: startingForms.map(\.name))
    func everyFormSendsItsActionOnceForItsOriginOnly(name: String) throws {
        let bridges = try #require(Self.startingForms.first { $0.name == name }?.bridges)
        let processed = Recorder<AppAction>()
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: bridges
        )

        store.dispatch(.typed("unrelated"))
        store.dispatch(active)

        #expect(processed.events == [.typed("unrelated"), active, start])
    }
}
