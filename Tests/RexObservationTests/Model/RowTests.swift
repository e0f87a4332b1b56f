// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// What a model keeps of the elements that were read.
@MainActor @Suite struct RowTests {
    private struct Item: Identifiable, Sendable {
        let id: CountedID
        var token: Token?
    }

    private let hashes = Lock(0)

    private func item(_ number: Int, token: Token? = nil) -> Item {
        Item(id: CountedID(number: number, hashes: hashes), token: token)
    }

    /// A store whose actions replace the state.
    private func makeStore(_ items: [Item]) -> Store<[Item], [Item]> {
        Store(initialState: items, reducer: .reduce { new, items in items = new }, executor: .mainQueue)
    }

    private func rows(
        of model: ObservableStore<[Item], [Item]>
    ) -> ObservableElements<Never, Item> {
        model.elements(\.self, action: { (_: ElementIDAction<CountedID, Never>) in [] })
    }

    @Test func elementsThatAreGoneAndNotInUseAreReleased() {
        let alive = Lock(0)
        let store = makeStore([])
        let model = ObservableStore(store)
        for number in 0..<500 {
            store.dispatch([item(number, token: Token(alive))])
            #expect(rows(of: model)[0].token != nil)
        }
        #expect(alive.withLock { $0 } < 100)
    }

    @Test func anElementOfAListThatHasChangedIsRefusedThoughItWasRead() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = makeShelf()
                let rows = ObservableStore(store).elements(\.books, action: ShelfAction.book)
                #expect(rows[1].title == "book 1")
                store.change { $0.books.remove(at: 1) }
                _ = rows[1]
            }
        }
        expectMessage(of: result, contains: "its state has no element 1 any more")
    }

    @Test func eachIDIsHashedAFewTimesThoughEverySecondRowIsInUse() {
        let count = 1_000
        let store = makeStore((0..<count).map { item($0) })
        let model = ObservableStore(store)
        var kept: [AnyObject] = []
        for number in 0..<count {
            let row = rows(of: model)[number]
            if number.isMultiple(of: 2) { kept.append(row) }
        }
        #expect(kept.count == count / 2)
        #expect(hashes.withLock { $0 } < 20 * count)
    }
}

/// An id that counts how often it is hashed.
private struct CountedID: Hashable, Sendable {
    let number: Int
    let hashes: Lock<Int>

    static func == (one: CountedID, other: CountedID) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {
        hashes.withLock { $0 += 1 }
        hasher.combine(number)
    }
}

/// Counts those of its kind that are alive.
private final class Token: Sendable {
    private let alive: Lock<Int>

    init(_ alive: Lock<Int>) {
        self.alive = alive
        alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
}
