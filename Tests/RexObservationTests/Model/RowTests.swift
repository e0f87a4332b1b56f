// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// The memory that a model uses for elements that were read.
@MainActor @Suite struct RowTests {
    private struct Item: Identifiable, Sendable {
        let id: CountedID
        var token: Token?
        var number = 0
    }

    /// Counts how often an id is hashed or compared.
    private let uses = Tally()

    private func item(_ number: Int, token: Token? = nil) -> Item {
        Item(id: CountedID(number: number, uses: uses), token: token)
    }

    /// Returns a store whose actions replace the state.
    private func makeStore(_ items: [Item]) -> Store<[Item], [Item]> {
        Store(initialState: items, reducer: .reduce { new, items in items = new }, executor: .mainQueue)
    }

    private func rows(
        of model: ObservableStore<[Item], [Item]>
    ) -> ObservableElements<Never, Item> {
        model.elements(\.self, action: { (_: ElementIDAction<CountedID, Never>) in [] })
    }

    @Test func removedUnusedElementsAreReleased() {
        let alive = Tally()
        let store = makeStore([])
        let model = ObservableStore(store)
        for number in 0..<500 {
            store.dispatch([item(number, token: Token(alive))])
            #expect(rows(of: model)[0].token != nil)
        }
        #expect(alive.count < 100)
    }

    @Test func idsAreComparedAFewTimesEvenIfEverySecondRowIsInUse() {
        let count = 1_000
        let store = makeStore((0..<count).map { item($0) })
        let model = ObservableStore(store)
        var kept: [AnyObject] = []
        for number in 0..<count {
            let row = rows(of: model)[number]
            if number.isMultiple(of: 2) { kept.append(row) }
        }
        #expect(kept.count == count / 2)
        #expect(uses.count < 20 * count)
    }

    @Test func idsOfRowsAreReadWithoutMakingModels() {
        let store = makeStore((0..<100).map { item($0) })
        let elements = rows(of: ObservableStore(store))
        let uses = uses.added {
            #expect(elements.ids.map(\.number) == Array(0..<100))
            #expect(elements.rows.map(\.id.number) == Array(0..<100))
        }
        #expect(uses == 0)
        let row = elements.rows[42]
        #expect(row.model === elements[42])
        #expect(row.model.id.number == 42)
    }

    @Test func elementsHaveConstantTimeAccessWithoutBeingARandomAccessCollection() {
        let elements = rows(of: ObservableStore(makeStore((0..<100).map { item($0) })))
        #expect(!(elements is any RandomAccessCollection))
        let made = uses.added {
            #expect((elements.count, elements.isEmpty, elements.indices) == (100, false, 0..<100))
            #expect((elements.startIndex, elements.endIndex, elements.distance(from: 3, to: 90)) == (0, 100, 87))
            #expect((elements.index(3, offsetBy: 90), elements.index(after: 3)) == (93, 4))
            #expect(elements.index(before: 3) == 2)
            #expect(elements[20..<80].count == 60)
        }
        #expect(made == 0)
        #expect((elements.first?.id.number, elements.last?.id.number) == (0, 99))
        #expect(elements[20..<23].map(\.id.number) == [20, 21, 22])
        #expect(elements.reversed().first?.id.number == 99)
    }

    @Test func idsAreComparedAFewTimesPerChangeForAnyMoves() {
        let count = 300
        let items = (0..<count).map { item($0) }
        let store = makeStore(items)
        let model = ObservableStore(store)
        let readers = rows(of: model).map { row in Reader { row.number } }
        let orders = [items[...], items.reversed()[...], items.dropFirst() + items.prefix(1), items.dropLast()]
        for order in orders {
            let changed = order.map { Item(id: $0.id, number: $0.number + 1) }
            #expect(uses.added { store.dispatch(Array(changed)) } < 20 * count)
            var numbers: [Int] = []
            #expect(uses.added { numbers = rows(of: model).map(\.number) } < 20 * count)
            #expect(numbers == order.map { _ in 1 })
        }
        #expect(readers.allSatisfy { $0.values == [0, 1] })
    }

    @Test func valuesWithoutReadersAreReleased() {
        let alive = Tally()
        let store = makeStore([])
        let model = ObservableStore(store)
        var number = 0
        func change() {
            number += 1
            var item = item(1, token: Token(alive))
            item.number = number
            store.dispatch([item])
        }
        change()
        let readers = [
            Reader(readsAgain: false) { rows(of: model)[0].state.number as Int? },
            Reader(readsAgain: false) {
                model.scope(action: { (_: Int) in [] }, state: \.first).state?.number
            },
        ]
        change()
        #expect(readers.map(\.notified) == [1, 1])
        change()
        #expect(alive.count == 1)
        store.dispatch([])
        for number in 2..<100 {
            store.dispatch([item(number)])
            #expect(rows(of: model)[0].token == nil)
        }
        #expect(alive.count == 0)
    }
}

/// An id that counts how often it is hashed and compared.
private struct CountedID: Hashable, Sendable {
    let number: Int
    let uses: Tally

    static func == (one: CountedID, other: CountedID) -> Bool {
        one.uses.add()
        return one.number == other.number
    }

    func hash(into hasher: inout Hasher) {
        uses.add()
        hasher.combine(number)
    }
}
