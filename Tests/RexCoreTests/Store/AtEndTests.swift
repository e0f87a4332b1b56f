// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// What outputs hear of the end of their store.
@Suite struct AtEndTests {
    private let outputs = Recorder<AnyActionHandler<Int>>()
    private let ends = Recorder<String>()

    private func makeStore() -> Store<Int, Int> {
        Store(
            initialState: 0,
            reducer: .identity,
            middleware: AnyMiddleware<Int, Int, Int> { [outputs, ends] _, output in
                outputs.record(output)
                output.atEnd { ends.record("plain") }
                output.contramap { (text: String) in text.count }.atEnd { ends.record("contramapped") }
            } handle: { _, _, _ in
                .pure()
            }
        )
    }

    @Test func outputsHearOfTheEndBeforeDroppingReturns() {
        var store: Store<Int, Int>? = makeStore()
        store?.dispatch(1)
        #expect(ends.events.isEmpty)
        store = nil
        #expect(ends.events == ["plain", "contramapped"])
    }

    @Test func afterTheEndItIsToldAtOnce() {
        _ = makeStore()
        outputs.events[0].atEnd { [ends] in ends.record("late") }
        #expect(ends.events == ["plain", "contramapped", "late"])
    }

    @Test func withoutAStoreItIsNeverTold() {
        let handler = AnyActionHandler<Int> { _ in }
        handler.atEnd { [ends] in ends.record("told") }
        #expect(ends.events.isEmpty)
    }
}
