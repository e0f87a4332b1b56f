// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import Testing

@MainActor @Suite struct ScopeTests {
    let store = makeShelf()
    let model: ObservableStore<ShelfAction, Shelf>

    init() {
        model = ObservableStore(store)
    }

    @Test func scopeIsIdenticalWhileItIsInUse() {
        let scope = model.scope(action: ShelfAction.inner, state: \.inner)
        #expect(scope === model.scope(action: ShelfAction.inner, state: \.inner))
        #expect(scope === model.scope(case: .inner, state: \.inner))
        let other = model.scope(action: { (_: String) in .name("") }, state: \.inner)
        #expect(scope !== other as AnyObject)
    }

    @Test func scopeKeepsNeitherItselfNorItsModel() {
        weak var left: ObservableStore<ShelfAction, Shelf>?
        do {
            let model = ObservableStore(store)
            left = model
            #expect(model.scope(case: .inner, state: \.inner).count == 0)
        }
        #expect(left == nil)
    }

    @Test func readersOfAScopeAreNotifiedOfTheirParts() {
        let count = Reader { [model] in model.scope(case: .inner, state: \.inner).count }
        let note = Reader { [model] in model.scope(case: .inner, state: \.inner).note }
        model.scope(case: .inner, state: \.inner).send(.count(3))
        store.change { $0.visits = 1 }
        #expect(count.values == [0, 3])
        #expect(note.values == [""])
    }

    @Test func scopeOfAScopeWorksWithoutTheOnesAround() {
        var outer: ObservableStore<ShelfAction, Shelf>? = ObservableStore(store)
        let inner = outer?.scope(case: .inner, state: \.inner).scope(action: InnerAction.count, state: \.count)
        outer = nil
        let count = Reader { inner?.state }
        inner?.send(5)
        #expect(count.values == [0, 5])
    }

    @Test func scopeOfAComputedPartIsBroughtUpToDate() {
        let double = model.scope(action: ShelfAction.name, state: \.inner.double)
        let reader = Reader { double.state }
        store.change { $0.inner.count = 2 }
        #expect(reader.values == [0, 4])
    }

    @Test func readerIsNotifiedThoughNobodyKeepsTheScope() {
        let reader = Reader { [model] in model.scope(case: .inner, state: \.inner).count }
        for count in 1...5 { store.change { $0.inner.count = count } }
        #expect(reader.values == [0, 1, 2, 3, 4, 5])
    }
}
