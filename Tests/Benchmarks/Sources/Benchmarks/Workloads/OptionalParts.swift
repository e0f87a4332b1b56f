// SPDX-License-Identifier: MIT

import RexCore

/// A middleware and a feature of an optional part, which is in an optional part of another one.
extension Workload {
    static let optionalParts = [optionalPart, optionalPartOfFeature]

    private static let optionalPart = Workload(
        name: "W4 optional",
        work: "a middleware lifted to three nested optional parts"
    ) {
        let lifted = ReadingMiddleware()
            .lift(.case(inner, optional: \Pane.form))
            .lift(.case(inner, optional: \Window.pane))
            .lift(.case(FeatureAction.path(1), optional: \Desk.window))
        let store = Store(initialState: Desk(), reducer: .identity, middleware: lifted)
        return Contest {
            for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: 1, amount: 3)) }
        }
    }

    private static let optionalPartOfFeature = Workload(
        name: "W4 optional feature",
        work: "a feature lifted to three nested optional parts",
        against: "to parts that are always there"
    ) {
        let feature = Feature<Int, Form, Void> { amount, form in form.fields[amount] += 1 }
            .adding(ReadingMiddleware())
        let optional =
            feature
            .lift(.case(inner, optional: \Pane.form))
            .lift(.case(inner, optional: \Window.pane))
            .lift(.case(FeatureAction.path(1), optional: \Desk.window))
        let present =
            feature
            .lift(case: inner, state: \PresentPane.form)
            .lift(case: inner, state: \PresentWindow.pane)
            .lift(case: FeatureAction.path(1), state: \PresentDesk.window)
        let store = Store(initialState: Desk(), feature: optional, dependencies: ())
        let reference = Store(initialState: PresentDesk(), feature: present, dependencies: ())
        return Contest {
            for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: 1, amount: 3)) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(FeatureAction(caseIndex: 1, amount: 3)) }
        }
    }
}

private let inner = CasePath<Int, Int>(extract: { $0 }, embed: { $0 })

private struct Form: Sendable { var fields = Array(repeating: 0, count: 100) }

private struct Pane: Sendable { var form: Form? = Form() }
private struct Window: Sendable { var pane: Pane? = Pane() }
private struct Desk: Sendable { var window: Window? = Window() }

private struct PresentPane: Sendable { var form = Form() }
private struct PresentWindow: Sendable { var pane = PresentPane() }
private struct PresentDesk: Sendable { var window = PresentWindow() }

/// A middleware that reads the state at each action.
private struct ReadingMiddleware: MiddlewareProtocol, Sendable {
    func handle(action: Int, from source: ActionSource, state: @escaping GetState<Form>) -> IO<Int> {
        precondition(state().fields.count == 100)
        return .pure()
    }
}
