// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import Testing

private typealias Gated = GatedMiddleware<Probe>

private func isOn(_ action: AppAction) -> Bool { action.isOn }

extension GatedForm {
    /// Gates that `.control(.on)` opens and nothing closes.
    ///
    /// They start closed.
    static let opening = [
        GatedForm("key path") { $0.gated(controlAction: \.isOn, default: .bypass) },
        GatedForm("closure") { $0.gated(controlAction: { $0.isOn }, default: .bypass) },
        GatedForm("function") { $0.gated(controlAction: isOn, default: .bypass) },
        GatedForm("map") { $0.gated(controlActionMap: \.isOn, default: .bypass) },
        GatedForm("init") { Gated(middleware: $0, controlAction: \.isOn, default: .bypass) },
        GatedForm("init, map") { Gated(middleware: $0, controlActionMap: \.isOn, default: .bypass) },
        GatedForm("turnOn") { $0.gated(controlAction: \.isOn, turnOn: true, turnOff: false, default: .bypass) },
        GatedForm("map, turnOn") { $0.gated(controlActionMap: \.isOn, turnOn: true, turnOff: false, default: .bypass) },
        GatedForm("init, turnOn") {
            Gated(middleware: $0, controlAction: \.isOn, turnOn: true, turnOff: false, default: .bypass)
        },
        GatedForm("init, map, turnOn") {
            Gated(middleware: $0, controlActionMap: \.isOn, turnOn: true, turnOff: false, default: .bypass)
        },
    ]
}

/// Regression: a plain `Bool` became a `Bool?` that is never nil, so every action moved the gate.
@Suite struct BoolFormsTests {
    private func reached(_ actions: [AppAction], behind gate: (Probe) -> GatedMiddleware<Probe>) -> [Event] {
        let probe = Probe()
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gate(probe))
        for action in actions { store.dispatch(action) }
        return probe.events
    }

    @Test(arguments: GatedForm.opening)
    func boolOpensTheGateOnlyIfItIsTrue(form: GatedForm) {
        let events = reached([.ask(1), .control(.on), .ask(2), .control(.off), .ask(3)], behind: form.make)
        #expect(events == Probe.events(of: [.control(.on), .ask(2), .control(.off), .ask(3)]))
    }

    @Test func boolClosesTheGateIfTrueTurnsOff() {
        let events = reached([.ask(1), .control(.off), .ask(2), .control(.on)]) {
            $0.gated(controlAction: \.isOff, turnOn: false, turnOff: true, default: .active)
        }
        #expect(events == Probe.events(of: [.ask(1), .control(.off)]))
    }

    @Test func optionalBoolClosesTheGateIfItIsFalse() {
        let events = reached([.control(.on), .ask(1), .control(.off), .ask(2)]) {
            $0.gated(controlAction: \.control?.isOn, turnOn: true, turnOff: false, default: .bypass)
        }
        #expect(events == Probe.events(of: [.control(.on), .ask(1), .control(.off)]))
    }
}
