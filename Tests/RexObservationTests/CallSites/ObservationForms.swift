// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import Testing

/// Every form of a call, with inferred types.
@MainActor @Suite struct ObservationFormsTests {
    private let store = makeShelf()

    @Test func everyFormCompiles() {
        let model = ObservableStore(store)
        let ofAProjection = ObservableStore(store.mapState(\.inner))
        let ofADouble = ObservableStore(AnyStoreType<ShelfAction, Shelf>(initialState: Shelf()))
        let byAction = model.scope(action: ShelfAction.inner, state: \.inner)
        let rows = model.elements(\.books, action: ShelfAction.book)
        let byClosure = model.elements(\.books) { (action: ElementIDAction<Int, String>) in
            .book(ElementIDAction(id: action.id, action: .rename(action.action)))
        }
        let optionals: [Any?] = [
            model.scope(\.open, action: ShelfAction.open),
            model.scope(\.pushed) { (count: Int) in .pushed(.count(count)) },
            model.value(\.open, action: ShelfAction.open, dismiss: .closed).get(),
        ]
        let value = model.value(\.name, send: ShelfAction.name)
        let one = StateSelector(\Shelf.name) { name in name.count }
        let two = StateSelector(\Shelf.name, \.visits) { name, visits in name.count + visits }
        let three = StateSelector(\Shelf.name, \.visits, \.look.size) { name, visits, size in name.count + visits + size
        }
        model.send(.name("wall"), info: "renamed")
        #expect((model.name, ofAProjection.count, ofADouble.state.name) == ("wall", 0, "shelf"))
        #expect(optionals.allSatisfy { $0 == nil })
        #expect(byClosure.rows.first?.model === byClosure.first)
        #expect(byAction.state == store.state.inner)
        #expect((rows.count, rows.first?.id, value.get()) == (4, 0, "wall"))
        #expect((model.select(one), model.select(two), model.select(three)) == (4, 4, 5))
        let observation = store.observe(two) { _ in }
        observation.cancel()
    }
}
