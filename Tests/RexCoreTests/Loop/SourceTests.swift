// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// An action without a size.
private enum Tick: Sendable {
    case tick
}

/// An action with a large alignment.
private struct Wide: Hashable, Sendable {
    let number: SIMD4<Double>
    let isLast: Bool
}

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

    @Test func everyFormOfDispatchRecordsItsCallSite() {
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
        let function = "everyFormOfDispatchRecordsItsCallSite()"
        let informed = ActionSource(file: file, function: function, line: line + 2, info: "because")
        #expect(
            sources.events == [
                ActionSource(file: file, function: function, line: line + 1, info: nil), informed, informed, given,
                given,
            ]
        )
    }

    @Test func actionsOfManyThreadsKeepTheirOwnSources() {
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

    /// Dispatches `action`.
    ///
    /// A middleware sends it once more during its processing.
    ///
    /// - Returns: The actions that the middleware has handled.
    private func dispatchTwice<Action: Hashable & Sendable>(_ action: Action) -> [DispatchedAction<Action>] {
        let actions = Recorder<DispatchedAction<Action>>()
        let middleware = AnyMiddleware<Action, Action, Int> { action, source, _ in
            actions.record(DispatchedAction(action, dispatcher: source))
            guard source.line == 1 else { return .pure() }
            return IO { output in output.dispatch(action, file: "G", function: "g", line: 2) }
        }
        Store(initialState: 0, reducer: .identity, middleware: middleware)
            .dispatch(action, file: "F", function: "f", line: 1)
        return actions.events
    }

    @Test func actionOfAnyLayoutIsQueuedWithItsSource() {
        func expected<Action>(_ action: Action) -> [DispatchedAction<Action>] {
            [
                DispatchedAction(action, file: "F", function: "f", line: 1),
                DispatchedAction(action, file: "G", function: "g", line: 2),
            ]
        }
        let wide = Wide(number: SIMD4(1, 2, 3, 4), isLast: true)
        let text = "an action that is longer than what fits into a string without memory of its own"
        #expect(dispatchTwice(Tick.tick) == expected(.tick))
        #expect(dispatchTwice(true) == expected(true))
        #expect(dispatchTwice(wide) == expected(wide))
        #expect(dispatchTwice(text) == expected(text))
    }
}
