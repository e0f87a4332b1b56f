// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import Testing

@Suite struct GateMapTests {
    private typealias App = Feature<AppAction, AppState, Void>

    /// A middleware that must not be called.
    private struct Inner: MiddlewareProtocol, Sendable {
        func handle(
            action: AppAction,
            from dispatcher: ActionSource,
            state: @escaping GetState<AppState>
        ) -> IO<AppAction> {
            Issue.record("The map has sent an action.")
            return .pure()
        }

        func receiveContext(getState: @escaping GetState<AppState>, output: AnyActionHandler<AppAction>) {
            Issue.record("The map has started a middleware.")
        }
    }

    @Test func gateContainsTheEntriesOfItsMiddleware() {
        let app = App.combine {
            App(middleware: Inner()).gated(state: \.isOpen, file: "App/Gates.swift", line: 3)
            App(middleware: Inner()).mapMiddleware {
                $0.gated(controlAction: \.control?.isOn, default: .active, file: "App/Gates.swift", line: 4)
            }
            App(middleware: Inner())
        }
        let expected = """
            AppState
              Gate at Gates.swift:3, a function of the state
                Unknown: Inner
              Gate at Gates.swift:4, a function of the action
                Unknown: Inner
              Unknown: Inner
            """
        #expect("\(app.map(()))" == expected)
        #expect(app.map(()).children.map(\.step.kind) == ["gate", "gate", "unknown"])
    }

    @Test func gateInAGateAndAFeatureWithoutAMiddlewareAreShown() {
        let app = App { _, _ in }
            .gated(state: \.isOpen, file: "Gates.swift", line: 3)
            .gated(state: \.isOpen, file: "Gates.swift", line: 4)
        let expected = """
            AppState
              Gate at Gates.swift:4, a function of the state
                Gate at Gates.swift:3, a function of the state
            """
        #expect("\(app.map(()))" == expected)
    }
}
