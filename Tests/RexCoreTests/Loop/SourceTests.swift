// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Sentence 9 of the store's contract: the source stays.
@Suite struct SourceTests {
    @Test func actionsOfMoreStoresThanFitInSixteenBitsHaveDifferentNumbers() {
        let count = (1 << 16) + 1
        var numbers: Set<Int> = []
        for _ in 0..<count {
            let number = Lock<Int?>(nil)
            let store = Store<Int, Int>(
                initialState: 0,
                reducer: .identity,
                middleware: AnyMiddleware { _, source, _ in
                    number.withLock { $0 = source.number }
                    return .pure()
                }
            )
            store.dispatch(1)
            if let number = number.withLock({ $0 }) { numbers.insert(number) }
        }
        #expect(numbers.count == count)
    }

    @Test func everyWayToDispatchRecordsWhoDispatched() {
        let sources = Recorder<ActionSource>()
        let middleware = AnyMiddleware<Int, Int, Int> { action, source, _ in
            sources.record(source)
            guard action == 2 else { return .pure() }
            return IO { output in output.dispatch(20, from: source) }
        }
        let store = Store(initialState: 0, reducer: counting, middleware: middleware)
        let given = ActionSource(file: "A/B.swift", function: "f()", line: 3, info: "why")

        let line: UInt = #line
        store.dispatch(1)
        store.dispatch(2, info: "because")
        store.dispatch(3, from: given)
        store.dispatch(DispatchedAction(4, dispatcher: given))

        let file = "RexCoreTests/SourceTests.swift"
        let function = "everyWayToDispatchRecordsWhoDispatched()"
        let informed = ActionSource(file: file, function: function, line: line + 2, info: "because")
        #expect(
            sources.events == [
                ActionSource(file: file, function: function, line: line + 1, info: nil), informed, informed, given,
                given,
            ]
        )
    }

    @Test func everyActionKeepsItsOwnSourceAmongThoseOfOtherThreads() {
        let mixedUp = Recorder<Int>()
        let middleware = AnyMiddleware<Int, Int, Int> { action, source, _ in
            if source.line != UInt(abs(action)) { mixedUp.record(action) }
            return action > 0 ? IO { output in output.dispatch(-action, from: source) } : .pure()
        }
        let store = Store(initialState: 0, reducer: counting, middleware: middleware)
        let each = fullInRelease(100_000)
        onThreads(3) { _ in
            for number in 1...each { store.dispatch(number, file: "F", function: "f", line: UInt(number)) }
        }
        #expect(mixedUp.events == [])
        #expect(store.state == 6 * each)
    }
}
