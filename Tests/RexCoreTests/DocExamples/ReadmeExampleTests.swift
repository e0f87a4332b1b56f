// SPDX-License-Identifier: MIT

// The first example of README.md.

import RexCore
import RexTestSupport
import Testing

private enum CounterAction: Sendable { case increment, reset, announce(Int) }

private let counter = Reducer<CounterAction, Int>.reduce { action, count in
    switch action {
    case .increment: count += 1
    case .reset: count = 0
    case .announce: break
    }
}

private struct Announcer: MiddlewareProtocol {
    func handle(action: CounterAction, from source: ActionSource, state: @escaping GetState<Int>) -> IO<CounterAction> {
        guard case .increment = action else { return .pure() }
        return IO { output in output.dispatch(.announce(state()), from: source) }
    }
}

@Suite struct ReadmeExampleTests {
    @Test func exampleCountsAndPrintsEachState() {
        let printed = Recorder<String>()
        @Sendable func print(_ text: String) { printed.record(text) }

        let store = Store(initialState: 0, reducer: counter, middleware: Announcer())
        let observation = store.observe { count in print("count is \(count)") }
        store.dispatch(.increment)

        #expect(printed.events == ["count is 0", "count is 1", "count is 1"])
        observation.cancel()
    }
}
