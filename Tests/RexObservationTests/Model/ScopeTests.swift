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
        func inner() -> ObservableStore<InnerAction, Shelf.Inner> {
            model.scope(action: ShelfAction.inner, state: \.inner)
        }
        func byClosure() -> ObservableStore<InnerAction, Shelf.Inner> {
            model.scope(action: { .inner($0) }, state: \.inner)
        }
        let scopes = [inner(), byClosure()]
        #expect(scopes == [inner(), byClosure()])
    }

    @Test func anotherActionForTheSamePartHasAnotherScope() {
        func counted(by step: Int) -> ObservableStore<Int, Shelf.Inner> {
            model.scope(action: { .inner(.count(step * $0)) }, state: \.inner)
        }
        let steps = (1...3).map(counted)
        let named = model.scope(action: { (name: Int) in .name("\(name)") }, state: \.inner)
        var sent: [Int] = []
        for scope in steps {
            scope.send(2)
            sent.append(scope.count)
        }
        named.send(2)
        #expect(sent == [2, 4, 6])
        #expect((model.name, named.count) == ("2", 6))
    }

    @Test func childrenOfTwoScopesOfOnePartBelongToTheirParents() {
        func count(_ parent: ObservableStore<InnerAction, Shelf.Inner>) -> ObservableStore<Int, Int> {
            parent.scope(action: InnerAction.count, state: \.count)
        }
        func parent(_ factor: Int) -> ObservableStore<InnerAction, Shelf.Inner> {
            model.scope(
                action: { (action: InnerAction) in
                    guard case .count(let count) = action else { return .inner(action) }
                    return .inner(.count(factor * count))
                },
                state: \.inner
            )
        }
        let parents = [parent(1), parent(10)]
        let counts = parents.map(count)
        counts[1].send(2)
        #expect(counts.map(\.state) == [20, 20])
        counts[0].send(2)
        #expect(counts.map(\.state) == [2, 2])
        #expect(counts == parents.map(count))
    }

    @Test func scopeRetainsNeitherItselfNorItsModel() {
        weak var left: ObservableStore<ShelfAction, Shelf>?
        do {
            let model = ObservableStore(store)
            left = model
            #expect(model.scope(action: ShelfAction.inner, state: \.inner).count == 0)
        }
        #expect(left == nil)
    }

    @Test func readersOfAScopeAreNotifiedOfTheirParts() {
        let count = Reader { [model] in model.scope(action: ShelfAction.inner, state: \.inner).count }
        let note = Reader { [model] in model.scope(action: ShelfAction.inner, state: \.inner).note }
        model.scope(action: ShelfAction.inner, state: \.inner).send(.count(3))
        store.change { $0.visits = 1 }
        #expect(count.values == [0, 3])
        #expect(note.values == [""])
    }

    @Test func scopeOfAScopeWorksWithoutReferencesToItsParents() {
        var outer: ObservableStore<ShelfAction, Shelf>? = ObservableStore(store)
        let inner = outer?.scope(action: ShelfAction.inner, state: \.inner).scope(
            action: InnerAction.count,
            state: \.count
        )
        outer = nil
        let count = Reader { inner?.state }
        inner?.send(5)
        #expect(count.values == [0, 5])
    }

    @Test func scopeOfAComputedPartIsUpdated() {
        let double = model.scope(action: ShelfAction.name, state: \.inner.double)
        let reader = Reader { double.state }
        store.change { $0.inner.count = 2 }
        #expect(reader.values == [0, 4])
    }

    @Test func readerIsNotifiedWithoutAReferenceToTheScope() {
        let reader = Reader { [model] in model.scope(action: ShelfAction.inner, state: \.inner).count }
        for count in 1...5 { store.change { $0.inner.count = count } }
        #expect(reader.values == [0, 1, 2, 3, 4, 5])
    }
}
