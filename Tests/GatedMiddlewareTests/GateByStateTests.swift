// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct GateByStateTests {
    struct Row: Sendable {
        let before: GateState
        let after: GateState
        let reachesInner: Bool
        let answerPasses: Bool
    }

    static let table = [
        Row(before: .active, after: .active, reachesInner: true, answerPasses: true),
        Row(before: .active, after: .bypass, reachesInner: true, answerPasses: false),
        Row(before: .bypass, after: .active, reachesInner: false, answerPasses: false),
        Row(before: .bypass, after: .bypass, reachesInner: false, answerPasses: false),
    ]

    @Test(arguments: table, [Probe.Way.atOnce, .asAnswer, .later])
    func oldStateFiltersActionsAndStateAtSendingFiltersAnswers(row: Row, way: Probe.Way) {
        let processed = Recorder<AppAction>()
        let probe = Probe(answering: way)
        let store = Store(
            initialState: AppState(gate: row.before),
            reducer: recordingReducer(processed.record),
            middleware: probe.gated(state: \.gate)
        )
        let action = AppAction.set(row.after)

        store.dispatch(action)
        probe.answerLate()
        withExtendedLifetime(store) {}

        #expect(probe.events == [.context] + (row.reachesInner ? way.events(of: action) : []))
        #expect(processed.events == [action] + (row.answerPasses ? [.answer(0)] : []))
    }

    @Test(arguments: table)
    func outputOfTheContextPassesIfTheNewStateIsActive(row: Row) {
        let processed = Recorder<AppAction>()
        let probe = Probe(answering: .throughContext)
        let store = Store(
            initialState: AppState(gate: row.before),
            reducer: recordingReducer(processed.record),
            middleware: probe.gated(state: \.isOpen)
        )
        store.dispatch(.set(row.after))
        probe.answerLate()
        withExtendedLifetime(store) {}
        #expect(processed.events == [.set(row.after)] + (row.after == .active ? [.answer(0)] : []))
    }

    @Test func stateIsReadOnceForEachActionAndOnceForEachOutput() {
        let reads = Recorder<String>()
        let getState: GetState<AppState> = {
            reads.record("read")
            return AppState()
        }
        let inner = AnyMiddleware<AppAction, AppAction, AppState> { _, output in
            output.dispatch(.answer(0))
        } handle: { _, _, _ in
            IO { output in
                output.dispatch(.answer(1))
                output.dispatch(.answer(2))
            }
        }
        let gated = inner.gated(state: \.isOpen)
        let output = AnyActionHandler<AppAction> { reads.record("\($0.action)") }

        gated.receiveContext(getState: getState, output: output)
        let io = gated.handle(action: .ask(1), from: .here(), state: getState)
        reads.record("reduced")
        io.run(output)

        #expect(
            reads.events == ["read", "answer(0)", "read", "reduced", "read", "answer(1)", "read", "answer(2)"]
        )
    }

    @Test func gateByStateHasNoPositionOfItsOwn() {
        let gated = Probe().gated(state: \.isOpen)
        #expect(gated.gateState == nil)
    }

    @Test func gateByStateDeclaresNoRule() {
        let log = RuleLog()
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(),
            middleware: Probe().gated(state: \.isOpen) <> log.middleware()
        )
        #expect(log.rules.isEmpty)
        withExtendedLifetime(store) {}
    }
}
