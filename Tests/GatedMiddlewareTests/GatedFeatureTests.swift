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
        var close = AppAction.control(.off)

        static let all = [
            Form(testDescription: "action") { feature in
                feature.mapMiddleware { $0.gated(controlAction: \.control?.isOn, default: .bypass) }
            },
            Form(
                testDescription: "state",
                gated: { $0.gated(state: \.isOpen) },
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
        store.dispatch(form.close)
        store.dispatch(.ask(3))
        #expect(handled(probe) == [2])
        #expect(reduced.events.filter { $0.ask != nil } == [.ask(1), .ask(2), .ask(3)])
    }

    @Test func eachStoreHasItsOwnGate() {
        let app = App(middleware: { $0 }).mapMiddleware { $0.gated(controlAction: \.control?.isOn, default: .bypass) }
        let probes = [Probe(), Probe()]
        let stores = probes.map { Store(initialState: AppState(), feature: app, dependencies: $0) }
        stores[0].dispatch(.control(.on))
        for store in stores { store.dispatch(.ask(1)) }
        #expect(probes.map(handled) == [[1], []])
    }
}
