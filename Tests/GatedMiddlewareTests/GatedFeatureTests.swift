// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct GatedFeatureTests {
    typealias App = Feature<AppAction, AppState, Probe>

    /// A way to gate a feature.
    ///
    /// Gates by action start closed.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gated: @Sendable (App) -> App
        /// The actions that open and close the gate.
        var open = AppAction.control(.on)
        var close: AppAction? = .control(.off)

        static let all = [
            Form(testDescription: "values") {
                $0.gated(controlAction: \.control, turnOn: .on, turnOff: .off, default: .bypass)
            },
            Form(testDescription: "Boolean") { $0.gated(controlAction: \.control?.isOn, default: .bypass) },
            Form(testDescription: "position") { $0.gated(controlAction: \.control?.gate, default: .bypass) },
            Form(
                testDescription: "claim that opens",
                gated: { $0.gated(controlAction: \.isOn, default: .bypass) },
                close: nil
            ),
            Form(
                testDescription: "claim with both values",
                gated: { $0.gated(controlAction: \.isOn, turnOn: true, turnOff: false, default: .bypass) },
                close: nil
            ),
            Form(
                testDescription: "state, Boolean",
                gated: { $0.gated(state: \.isOpen) },
                open: .set(.active),
                close: .set(.bypass)
            ),
            Form(
                testDescription: "state, position",
                gated: { $0.gated(state: \.gate) },
                open: .set(.active),
                close: .set(.bypass)
            ),
        ]
    }

    private func handled(_ probe: Probe) -> [Int] {
        probe.events.compactMap { if case .handled(.ask(let number)) = $0 { number } else { nil } }
    }

    @Test(arguments: Form.all)
    func closedGateStopsTheMiddlewareButNotTheReducer(form: Form) {
        let (probe, reduced) = (Probe(), Recorder<AppAction>())
        let app = App(recordingReducer(reduced.record)).adding(MiddlewareReader { (probe: Probe) in probe })
        let store = Store(
            initialState: AppState(gate: .bypass),
            feature: form.gated(app),
            dependencies: probe
        )
        store.dispatch(.ask(1))
        store.dispatch(form.open)
        store.dispatch(.ask(2))
        if let close = form.close { store.dispatch(close) }
        store.dispatch(.ask(3))
        #expect(handled(probe) == (form.close == nil ? [2, 3] : [2]))
        #expect(reduced.events.filter { $0.ask != nil } == [.ask(1), .ask(2), .ask(3)])
    }

    @Test func eachStoreHasItsOwnGate() {
        let app = App(middleware: { $0 }).gated(controlAction: \.control?.isOn, default: .bypass)
        let probes = [Probe(), Probe()]
        let stores = probes.map { Store(initialState: AppState(), feature: app, dependencies: $0) }
        stores[0].dispatch(.control(.on))
        for store in stores { store.dispatch(.ask(1)) }
        #expect(probes.map(handled) == [[1], []])
    }
}
