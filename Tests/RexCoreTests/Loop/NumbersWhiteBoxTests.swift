// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

@Suite struct NumbersWhiteBoxTests {
    /// A store may process more actions than a range has numbers.
    @Test func storeReservesMoreNumbersWhenItsRangeIsUsedUp() {
        let sources = Recorder<ActionSource>()
        func makeStore() -> Store<Int, Int> {
            Store(
                initialState: 0,
                reducer: .identity,
                middleware: AnyMiddleware { _, source, _ in
                    sources.record(source)
                    return .pure()
                }
            )
        }
        let (first, second) = (makeStore(), makeStore())
        first.dispatch(0)
        first.core.contents.withLock { $0.numbers.latest |= ActionSource.rangeOfNumbers - 4 }
        for store in [second, first, second, first, first] { store.dispatch(0) }

        let numbers = sources.events.map { $0.number ?? 0 }
        let (ofFirst, ofSecond) = ([0, 2, 4, 5].map { numbers[$0] }, [1, 3].map { numbers[$0] })
        #expect(ofFirst == ofFirst.sorted() && ofSecond == ofSecond.sorted())
        #expect(Set(numbers).count == numbers.count)
        #expect(ofFirst[2] == ofFirst[1] + 1 && ofFirst[3] > ofFirst[2] + 1)
    }
}
