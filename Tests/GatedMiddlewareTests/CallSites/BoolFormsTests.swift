// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import Testing

private func isOn(_ action: AppAction) -> Bool { action.isOn }

extension GatedForm {
    /// Gates that `.control(.on)` opens and nothing closes.
    ///
    /// They start closed.
    static let opening = [
        GatedForm("key path") { $0.gated(controlAction: \.isOn, default: .bypass) },
        GatedForm("closure") { $0.gated(controlAction: { $0.isOn }, default: .bypass) },
        GatedForm("function") { $0.gated(controlAction: isOn, default: .bypass) },
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

    @Test func optionalBoolClosesTheGateIfItIsFalse() {
        let events = reached([.control(.on), .ask(1), .control(.off), .ask(2)]) {
            $0.gated(controlAction: \.control?.isOn, turnOn: true, turnOff: false, default: .bypass)
        }
        #expect(events == Probe.events(of: [.control(.on), .ask(1), .control(.off)]))
    }
}
