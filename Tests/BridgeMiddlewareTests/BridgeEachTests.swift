// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

extension RowAction {
    fileprivate var highlighted: String? { if case .highlighted(let text) = self { text } else { nil } }
}

private func row(_ id: Int, _ action: RowAction) -> AppAction {
    .row(ElementIDAction(id: id, action: action))
}

@Suite struct BridgeEachTests {
    private func processed(_ actions: AppAction..., by bridges: Bridges) -> [AppAction] {
        let recorder = Recorder<AppAction>()
        let store = Store(initialState: AppState(), reducer: recordingReducer(recorder.record), middleware: bridges)
        for action in actions { store.dispatch(action) }
        return recorder.events.filter { $0.row == nil }
    }

    @Test func bridgeOfElementsGetsTheIDAndTheValue() {
        let bridges = Bridges().bridge(each: \.row, \.highlighted) { id, text in .find("\(text) of \(id)") }
        #expect(
            processed(row(3, .highlighted("yes")), row(4, .tapped), .count, row(5, .highlighted("no")), by: bridges)
                == [.find("yes of 3"), .count, .find("no of 5")]
        )
    }

    @Test func bridgeThatDerivesNilSendsNothing() {
        let bridges = Bridges().bridge(each: \.row, \.highlighted) { id, text in id == 1 ? .find(text) : nil }
        #expect(
            processed(row(1, .highlighted("a")), row(2, .highlighted("b")), by: bridges) == [.find("a")]
        )
    }

    @Test func derivedActionNamesTheLocationOfItsBridge() {
        let infos = Recorder<String?>()
        let bridges = Bridges().bridge(each: \.row, \.highlighted) { _, text in .find(text) }
        let observer = AnyMiddleware<AppAction, AppAction, AppState> { action, source, _ in
            if case .find = action { infos.record(source.info) }
            return .pure()
        }
        let store = Store(
            initialState: AppState(),
            reducer: Reducer<AppAction, AppState>.identity,
            middleware: bridges <> observer
        )
        store.dispatch(row(1, .highlighted("a")))
        #expect(infos.events.count == 1)
        #expect(infos.events.first??.contains("Bridged from") == true)
        #expect(
            infos.events.first??.contains("BridgeEachTests.swift, derivedActionNamesTheLocationOfItsBridge()") == true
        )
    }
}
