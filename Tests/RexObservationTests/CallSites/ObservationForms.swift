// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import Testing

/// The forms that no page and no comment shows, with inferred types.
@MainActor @Suite struct ObservationFormsTests {
    private let store = makeShelf()

    @Test func formsThatNoPageShowsWork() {
        let model = ObservableStore(store)
        let ofAProjection = ObservableStore(store.mapState(\.inner))
        let ofADouble = ObservableStore(AnyStoreType<ShelfAction, Shelf>(initialState: Shelf()))
        let byClosure = model.elements(\.books) { (action: ElementIDAction<Int, String>) in
            .book(ElementIDAction(id: action.id, action: .rename(action.action)))
        }
        let pushed = model.scope(\.pushed) { (count: Int) in .pushed(.count(count)) }
        let two = StateSelector(\Shelf.name, \.visits) { name, visits in name.count + visits }
        let three = StateSelector(\Shelf.name, \.visits, \.look.size) { name, visits, size in
            name.count + visits + size
        }
        model.send(.name("wall"), info: "renamed")
        #expect((model.name, ofAProjection.count, ofADouble.state.name) == ("wall", 0, "shelf"))
        #expect(pushed == nil && byClosure.rows.first?.model === byClosure.first)
        #expect((model.select(two), model.select(three)) == (4, 5))
        store.observe(two) { _ in }.cancel()
    }
}
