// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

@MainActor @Suite struct SelectorTests {
    let store = makeShelf()

    private static func selector(_ count: Recorder<Void>) -> StateSelector<Shelf, String> {
        StateSelector(\Shelf.name, \Shelf.inner.count) { name, number in
            count.record(())
            return "\(name) \(number / 10)"
        }
    }

    @Test func valueIsComputedOnceForAllObserversAndOnlyForItsParts() {
        let count = Recorder<Void>()
        let selector = Self.selector(count)
        let values = Recorder<String>()
        let observations = (0..<10).map { _ in store.observe(selector) { values.record($0) } }
        #expect(count.events.count == 1)
        store.change { $0.visits = 1 }
        #expect(count.events.count == 1)
        store.change { $0.name = "wall" }
        #expect(count.events.count == 2)
        store.change { $0.inner.count = 1 }
        #expect(count.events.count == 3)
        #expect(values.events == Array(repeating: "shelf 0", count: 10) + Array(repeating: "wall 0", count: 10))
        withExtendedLifetime(observations) {}
    }

    @Test func readersOfAModelAreNotifiedOfTheValueAlone() {
        let count = Recorder<Void>()
        let selector = Self.selector(count)
        let model = ObservableStore(store)
        let readers = (0..<10).map { _ in Reader { model.select(selector) } }
        store.change { $0.visits = 1 }
        store.change { $0.inner.count = 1 }
        #expect(readers.allSatisfy { $0.notified == 0 })
        store.change { $0.inner.count = 10 }
        #expect(readers.allSatisfy { $0.values == ["shelf 0", "shelf 1"] })
        #expect(count.events.count == 3)
    }

    @Test func valueOfAStateIsThatOfItsParts() {
        let selector = StateSelector(\Shelf.look) { look in look.size }
        var shelf = Shelf()
        #expect(selector.value(of: shelf) == 1)
        shelf.look.size = 4
        #expect(selector.value(of: shelf) == 4)
    }
}
