// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

private let gates: [@Sendable (Probe) -> GatedMiddleware<Probe>] = [
    { $0.gated(controlAction: \.control?.isOn, default: .active) },
    { $0.gated(state: \.isOpen) },
]

@Suite struct GateLifetimeTests {
    @Test(arguments: gates.indices)
    func innerMiddlewareLivesAsLongAsItsStoreAndItsOutputsWork(gate: Int) throws {
        let processed = Recorder<AppAction>()
        weak var inner: Probe?
        func makeStore() -> Store<AppAction, AppState> {
            let probe = Probe()
            inner = probe
            return Store(
                initialState: AppState(),
                reducer: recordingReducer(processed.record),
                middleware: gates[gate](probe)
            )
        }
        let store = makeStore()
        store.dispatch(.ask(1))
        try #require(inner?.output).dispatch(.answer(1))
        try #require(inner?.context).dispatch(.answer(2))
        withExtendedLifetime(store) {}
        #expect(processed.events == [.ask(1), .answer(1), .answer(2)])
    }

    /// The probe keeps both of its outputs, as a middleware with timers does.
    @Test(arguments: gates.indices)
    func innerMiddlewareThatKeepsItsOutputsIsReleasedWithItsStore(gate: Int) throws {
        let processed = Recorder<AppAction>()
        weak var inner: Probe?
        weak var endedStore: Store<AppAction, AppState>?
        func useStore() throws -> AnyActionHandler<AppAction> {
            let probe = Probe()
            inner = probe
            let store = Store(
                initialState: AppState(),
                reducer: recordingReducer(processed.record),
                middleware: gates[gate](probe)
            )
            endedStore = store
            store.dispatch(.ask(1))
            return try #require(probe.output)
        }
        let output = try useStore()
        #expect(endedStore == nil)
        #expect(inner == nil)
        output.dispatch(.answer(1))
        #expect(processed.events == [.ask(1)])
    }

    @Test(arguments: gates.indices)
    func ioOfAReleasedGatedMiddlewareStillAnswers(gate: Int) {
        let sent = Recorder<AppAction>()
        func work() -> IO<AppAction> {
            gates[gate](Probe(answering: .atOnce)).handle(action: .ask(1), from: .here()) { AppState() }
        }
        work().run { sent.record($0.action) }
        #expect(sent.events == [.answer(0)])
    }

    @Test func gatedMiddlewareOfASendableOneIsSendable() {
        func crosses(_: some Sendable) {}
        crosses(Probe().gated(state: \.isOpen))
        crosses(Probe().gated(controlAction: \.control?.isOn, default: .active))
    }
}
