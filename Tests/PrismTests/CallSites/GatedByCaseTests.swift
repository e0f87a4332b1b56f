// SPDX-License-Identifier: MIT

import GatedMiddleware
import Prism
import RexCore
import RexTestSupport
import Testing

/// Gates that are controlled through the properties of cases.
@Prism private enum AppAction: Sendable {
    case something
    case anotherSomething
    case dynamicMiddlewares(DynamicMiddlewareAction)
}

@Prism private enum DynamicMiddlewareAction: Equatable {
    /// The payload has a single label, so the property is a `Bool?` without `.enable`.
    case toggleCrashReportsMiddleware(enable: Bool)
}

private struct CrashReportsMiddleware: MiddlewareProtocol, Sendable {
    let seen: Recorder<String>

    func handle(action: AppAction, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<AppAction> {
        if action.isSomething { seen.record("something") }
        if action.dynamicMiddlewares != nil { seen.record("control") }
        return .pure()
    }
}

@Suite struct GatedByCaseTests {
    private let seen = Recorder<String>()

    private func send(
        _ actions: [DynamicMiddlewareAction],
        through middleware: sending some MiddlewareProtocol<AppAction, AppAction, Int>
    ) {
        let store = Store<AppAction, Int>(initialState: 0, reducer: .identity, middleware: middleware)
        for action in actions {
            store.dispatch(.dynamicMiddlewares(action))
            store.dispatch(.something)
        }
    }

    @Test func singleLabeledPayloadIsTheControlValue() {
        let gated = CrashReportsMiddleware(seen: seen).gated(
            controlAction: \AppAction.dynamicMiddlewares?.toggleCrashReportsMiddleware,
            default: .active
        )
        send(
            [.toggleCrashReportsMiddleware(enable: false), .toggleCrashReportsMiddleware(enable: true)],
            through: gated
        )
        #expect(seen.events == ["control", "control", "something"])
    }

    /// Regression: `isSomething` is true for one case and false for the others, which closed the
    /// gate.
    @Test func isPropertyOpensTheGateAtItsCaseOnly() {
        let gated = CrashReportsMiddleware(seen: seen).gated(controlAction: \AppAction.isSomething, default: .bypass)
        let store = Store<AppAction, Int>(initialState: 0, reducer: .identity, middleware: gated)
        let control = AppAction.dynamicMiddlewares(.toggleCrashReportsMiddleware(enable: true))
        for action in [control, .something, control] { store.dispatch(action) }
        #expect(seen.events == ["something", "control"])
    }
}
