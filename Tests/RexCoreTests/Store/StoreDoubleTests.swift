// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct StoreDoubleTests {
    private let seen = Recorder<String>()

    private func makeDouble() -> StoreDouble<String, Int> {
        StoreDouble(initialState: 1) { [seen] in seen.record("\($0.action) \($0.dispatcher.function)") }
    }

    @Test func doubleNotifiesOfSetStatesAndPassesActionsOn() {
        let double = makeDouble()
        let observation = double.observe { [seen] in seen.record("\($0)") }
        double.set(2)
        double.dispatch("tap")
        #expect(double.state == 2)
        #expect(seen.events == ["1", "2", "tap doubleNotifiesOfSetStatesAndPassesActionsOn()"])
        observation.cancel()
    }

    @Test func projectionsOfADoubleAreNotifiedOfChangesOnly() {
        let double = makeDouble()
        let projection = double.projection(action: { (count: Int) in "\(count)" }, state: { $0 / 10 })
        let observation = projection.observe { [seen] in seen.record("\($0)") }
        for state in [2, 12, 13] { double.set(state) }
        projection.dispatch(5)
        #expect(seen.events.prefix(2) == ["0", "1"])
        #expect(seen.events.count == 3)
        observation.cancel()
    }

    @Test func streamOfADoubleEndsWithIt() async {
        var double: StoreDouble<String, Int>? = makeDouble()
        let states = double?.states
        double = nil
        for await state in states ?? .never { seen.record("\(state)") }
        #expect(seen.events == ["1"])
    }

    @Test func erasedDoubleReplacesAStore() {
        let store = AnyStoreType<Int, String>(initialState: "a") { [seen] in seen.record("\($0.action)") }
        let projection = StoreProjection<Int, String>(initialState: "b")
        store.dispatch(3)
        projection.dispatch(4)
        #expect(store.state + projection.state == "ab")
        #expect(seen.events == ["3"])
    }
}

extension AsyncStream {
    fileprivate static var never: AsyncStream { AsyncStream { _ in } }
}
