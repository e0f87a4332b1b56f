// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import RecorderMiddleware

/// The stores of a recorder that has had many of them.
@Suite struct StoreListWhiteBoxTests {
    private let recorder = Recorder<ShopAction, ShopState>()

    private func dispatch(_ count: Int, named name: String) {
        let store = Store(
            initialState: ShopState(),
            reducer: .shop,
            middleware: recorder.middleware(named: name)
        )
        for _ in 0..<count { store.dispatch(.checkOut) }
    }

    @Test func namesOfTheOldestStoresAreDropped() {
        for number in 1...(StoreList.limit + 10) { dispatch(1, named: "\(number)") }
        let (count, names) = recorder.stores.withLock { ($0.elements.count, $0.names) }
        #expect(count == StoreList.limit)
        #expect(names.count == count && names.values.contains("\(count + 10)"))
    }

    /// Actions are numbered a few at a time.
    @Test func manyEventsAreNumberedInTheOrderOfTheirTimes() {
        for number in 1...3 { dispatch(3_000, named: "\(number)") }
        recorder.numberEvents()
        let ends = [3_001, 6_002, 9_003].map { number in
            if case .storeEnded = recorder.events.withLock({ $0.event(number) }) { true } else { false }
        }
        #expect(ends == [true, true, true])
        #expect(recorder.events.withLock { $0.last } == 9_003)
    }
}
