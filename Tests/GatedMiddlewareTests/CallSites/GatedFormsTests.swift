// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

private func isOn(_ action: AppAction) -> Bool? { action.control?.isOn }
private func gate(_ action: AppAction) -> GateState? { action.control?.gate }
private func control(_ action: AppAction) -> Control? { action.control }

/// A way to write a gate, with a function that applies it to an inner middleware.
struct GatedForm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Probe) -> GatedMiddleware<Probe>

    init(_ name: String, _ make: @escaping @Sendable (Probe) -> GatedMiddleware<Probe>) {
        testDescription = name
        self.make = make
    }

    /// Gates that `.control(.on)` and `.control(.off)` move.
    ///
    /// They start closed.
    static let byAction = [
        GatedForm("key path") {
            $0.gated(controlAction: \AppAction.control, turnOn: .on, turnOff: .off, default: .bypass)
        },
        GatedForm("closure") {
            $0.gated(controlAction: { $0.control }, turnOn: .on, turnOff: .off, default: .bypass)
        },
        GatedForm("function") {
            $0.gated(controlAction: control, turnOn: .on, turnOff: .off, default: .bypass)
        },
        GatedForm("closure of several statements") {
            $0.gated(
                controlAction: { action in
                    guard case .control(let control) = action else { return nil }
                    return control
                },
                turnOn: Control.on,
                turnOff: Control.off,
                default: .bypass
            )
        },
    ]

    /// The same gates, controlled by a `Bool`.
    static let byBool = [
        GatedForm("Bool, key path") { $0.gated(controlAction: \AppAction.control?.isOn, default: .bypass) },
        GatedForm("Bool, key path without root") { $0.gated(controlAction: \.control?.isOn, default: .bypass) },
        GatedForm("Bool, closure") { $0.gated(controlAction: { $0.control?.isOn }, default: .bypass) },
        GatedForm("Bool, function") { $0.gated(controlAction: isOn, default: .bypass) },
        GatedForm("Bool, closure of several statements") {
            $0.gated(
                controlAction: { action in
                    guard case .control(let control) = action, control != .hello else { return nil }
                    return control == .on
                },
                default: .bypass
            )
        },
    ]

    /// The same gates, controlled by a `GateState`.
    static let byGateState = [
        GatedForm("GateState, key path") { $0.gated(controlAction: \AppAction.control?.gate, default: .bypass) },
        GatedForm("GateState, closure") { $0.gated(controlAction: { $0.control?.gate }, default: .bypass) },
        GatedForm("GateState, function") { $0.gated(controlAction: gate, default: .bypass) },
        GatedForm("GateState, closure of several statements") {
            $0.gated(
                controlAction: { action in
                    switch action {
                    case .control(.on): return .active
                    case .control(.off): return .bypass
                    default: return nil
                    }
                },
                default: .bypass
            )
        },
    ]

    /// Gates whose position is `AppState.gate`.
    static let byState = [
        GatedForm("Bool, key path") { $0.gated(state: \AppState.isOpen) },
        GatedForm("Bool, closure") { $0.gated(state: { $0.isOpen }) },
        GatedForm("Bool, trailing closure") { $0.gated { $0.isOpen } },
        GatedForm("GateState, key path") { $0.gated(state: \AppState.gate) },
        GatedForm("GateState, closure") { $0.gated(state: { $0.gate }) },
        GatedForm("GateState, trailing closure of several statements") {
            $0.gated { state in
                if state.isOpen { return .active }
                return .bypass
            }
        },
    ]
}

@Suite struct GatedFormsTests {
    @Test(arguments: GatedForm.byAction + GatedForm.byBool + GatedForm.byGateState)
    func onlyControlActionsMoveTheGateInEveryFormByAction(form: GatedForm) {
        let probe = Probe()
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: form.make(probe))

        store.dispatch(.ask(1))
        store.dispatch(.control(.on))
        store.dispatch(.ask(2))
        store.dispatch(.control(.off))
        store.dispatch(.ask(3))

        let reached: [AppAction] = [.control(.on), .ask(2), .control(.off)]
        #expect(probe.events == Probe.events(of: reached))
    }

    @Test(arguments: GatedForm.byState)
    func everyFormByStateFollowsTheState(form: GatedForm) {
        let probe = Probe()
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: form.make(probe))

        store.dispatch(.ask(1))
        store.dispatch(.set(.bypass))
        store.dispatch(.ask(2))
        store.dispatch(.set(.active))
        store.dispatch(.ask(3))

        let reached: [AppAction] = [.ask(1), .set(.bypass), .ask(3)]
        #expect(probe.events == Probe.events(of: reached))
    }
}
