// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

@Suite struct RevocationWhiteBoxTests {
    private func links(of source: ActionSource) -> Int {
        var (count, origin) = (0, source.origin)
        while case .derivation(let derivation) = origin {
            count += 1
            origin = derivation.parent.source.origin
        }
        return count
    }

    /// Otherwise an endless chain of answers would keep a link for each answer.
    @Test func sourcesOfAnswersDropTheLinksOfEarlierActions() {
        let most = Lock(0)
        let middleware = AnyMiddleware<Int, Int, Int> { action, source, _ in
            most.withLock { $0 = max($0, links(of: source)) }
            guard action > 0 else { return .pure() }
            return IO { output in output.revocable().output.dispatch(action - 1, from: source) }
        }
        let store = Store(initialState: 0, reducer: counting, middleware: middleware)
        store.dispatch(100)
        #expect(store.state == 101)
        #expect(most.withLock { $0 } == 0)
    }

    @Test func queuedSourceHasASenderAndNoLinks() {
        let seen = Recorder<ActionSource>()
        let handler = AnyActionHandler<Int> { seen.record($0.dispatcher) }
        handler.revocable().output.revocable().output.dispatch(1)
        let found = seen.events.map { links(of: $0) }
        #expect(found == [0])
        #expect(seen.events.map { $0.sender is NestedSender } == [true])
    }
}
