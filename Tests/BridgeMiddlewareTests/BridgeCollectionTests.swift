// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

private typealias RowBridges = BridgeMiddleware<RowAction, RowAction, Row>

private func row(_ id: Int, _ action: RowAction) -> AppAction {
    .row(ElementIDAction(id: id, action: action))
}

@Suite struct BridgeCollectionTests {
    private func processed(
        _ actions: [AppAction],
        by bridges: sending some MiddlewareProtocol<AppAction, AppAction, AppState>
    ) -> [AppAction] {
        let recorder = Recorder<AppAction>()
        let state = AppState(rows: [Row(id: 1), Row(id: 2, isOpen: false), Row(id: 3)])
        let store = Store(initialState: state, reducer: recordingReducer(recorder.record), middleware: bridges)
        for action in actions { store.dispatch(action) }
        return recorder.events
    }

    @Test func bridgeOfAnElementSendsToTheSameElement() {
        let bridges = RowBridges()
            .bridge(\RowAction.tapped --> RowAction.highlighted("yes"))
            .lift(
                .case(
                    CasePath(extract: { (action: AppAction) in action.row }, embed: AppAction.row),
                    each: \AppState.rows
                )
            )
        #expect(processed([row(3, .tapped)], by: bridges) == [row(3, .tapped), row(3, .highlighted("yes"))])
    }

    @Test func bridgesInACompositionOfAnElementDoNotCountAsListening() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let part = RowBridges().bridge(\RowAction.tapped --> RowAction.highlighted("yes")) <> RowBridges()
            let bridges = part.lift(
                .case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows)
            )
            let store = Store(
                initialState: AppState(rows: [Row(id: 1)]),
                reducer: Reducer<AppAction, AppState>.identity,
                middleware: bridges
            )
            store.dispatch(row(1, .tapped))
        }
        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
    }

    @Test func conditionSeesTheElementAfterTheReducer() {
        let seen = Recorder<Row>()
        let bridges = RowBridges()
            .bridge(\RowAction.tapped --> RowAction.highlighted("yes")) { state in
                seen.record(state())
                return state().isOpen
            }
            .lift(.case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows))
        _ = processed([row(1, .tapped), row(3, .highlighted("no"))], by: bridges)
        #expect(seen.events == [Row(id: 1)])
    }

    @Test func missingElementAfterTheReducerSendsNothing() {
        let bridges = RowBridges()
            .bridge(\RowAction.tapped --> RowAction.highlighted("by action"))
            .bridgeWithState { _, _ in .highlighted("by state") }
            .lift(.case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows))
        #expect(processed([row(2, .tapped), row(9, .tapped)], by: bridges) == [row(2, .tapped), row(9, .tapped)])
    }

    @Test func bridgeWithStateReadsItsElement() {
        let bridges = RowBridges()
            .bridgeWithState { action, state in action == .tapped ? .highlighted("row \(state().id)") : nil }
            .lift(.case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows))
        #expect(processed([row(3, .tapped)], by: bridges) == [row(3, .tapped), row(3, .highlighted("row 3"))])
    }
}
