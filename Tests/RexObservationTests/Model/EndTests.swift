// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// Releases stores, models and readers in every order.
@MainActor @Suite struct EndTests {
    private enum End: CaseIterable, Sendable { case store, model, row, reader }

    nonisolated private static let orders: [[Int]] = permutations(of: Array(End.allCases.indices))

    nonisolated private static func permutations(of items: [Int]) -> [[Int]] {
        guard !items.isEmpty else { return [[]] }
        return items.flatMap { first in permutations(of: items.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test(arguments: orders) func nothingIsLeftAfterAllReleases(order: [Int]) {
        weak var leftStore: ShelfStore?
        weak var leftModel: ObservableStore<ShelfAction, Shelf>?
        weak var leftRow: ObservableStore<BookAction, Book>?
        do {
            var store: ShelfStore? = makeShelf()
            var model: ObservableStore<ShelfAction, Shelf>? = store.map { ObservableStore($0) }
            var row = model?.elements(\.books, action: ShelfAction.book)[1]
            var reader: Reader<String>? = Reader { [weak model, weak row] in "\(model?.name ?? "") \(row?.title ?? "")"
            }
            (leftStore, leftModel, leftRow) = (store, model, row)
            for end in order {
                store?.change { $0.books[1].title += "!" }
                switch End.allCases[end] {
                case .store: store = nil
                case .model: model = nil
                case .row: row = nil
                case .reader: reader = nil
                }
            }
            #expect(store == nil && model == nil && row == nil && reader == nil)
        }
        #expect(leftRow == nil)
        #expect(leftModel == nil)
        #expect(leftStore == nil)
    }

    @Test func modelsRetainTheirStore() {
        var store: ShelfStore? = makeShelf()
        weak let kept = store
        var model = store.map { ObservableStore($0) }
        var row = model?.elements(\.books, action: ShelfAction.book)[1]
        store = nil
        model = nil
        row?.send(.rename("kept"))
        #expect(row?.title == "kept")
        #expect(kept != nil)
        row = nil
        #expect(kept == nil)
    }

    /// Runs in its own process, so that only its memory is measured.
    @Test func memoryDoesNotGrowWithScopesAndRows() async {
        await #expect(processExitsWith: .success) { await EndTests.useScopesAndRows() }
    }

    /// Elements so large that a process shows a difference if a few thousand of them leak.
    private struct Wide: Identifiable, Sendable {
        struct Quarter: Sendable { var a = 0, b = 0, c = 0, d = 0 }
        struct Half: Sendable { var a = Quarter(), b = Quarter(), c = Quarter(), d = Quarter() }
        let id: Int
        var a = Half(), b = Half(), c = Half(), d = Half()
    }

    /// The main actor gets no turn until the loop ends.
    @Test(.measuresMemory) func memoryDoesNotGrowWithModelsMadeInALoop() async {
        await #expect(processExitsWith: .success) { await EndTests.useModels() }
    }

    private static func useModels() {
        let stores = [makeShelf(executor: .immediate), makeShelf()]
        func use(_ count: Int) {
            for number in 0..<count {
                let model = ObservableStore(stores[number % 2])
                precondition(model.visits == 0)
            }
        }
        use(100)
        let before = peakResidentKilobytes()
        use(hasFewRounds ? 10_000 : 100_000)
        precondition(peakResidentKilobytes() < before + 4_000)
    }

    @Test(.measuresMemory) func memoryDoesNotGrowWithInsertedAndRemovedElements() async {
        await #expect(processExitsWith: .success) { await EndTests.useElements() }
    }

    private static func useElements() {
        let store = Store(
            initialState: [Wide](),
            reducer: .reduce { (id: Int, state: inout [Wide]) in state = [Wide(id: id)] },
            executor: .mainQueue
        )
        let model = ObservableStore(store)
        func use(_ id: Int) {
            store.dispatch(id)
            let rows = model.elements(\.self, action: { (action: ElementIDAction<Int, Never>) in action.id })
            precondition(rows[0].a.a.a == 0)
        }
        for id in 0..<1_000 { use(id) }
        let before = peakResidentKilobytes()
        for id in 1_000..<50_000 { use(id) }
        precondition(peakResidentKilobytes() < before + 4_000)
    }

    @Test func partsAreReleasedWithTheirModel() {
        let alive = Tally()
        do {
            let store = Store(
                initialState: (Token(alive), 0),
                reducer: .reduce { (token: Token, state: inout (Token, Int)) in state = (token, state.1 + 1) },
                executor: .mainQueue
            )
            let model = ObservableStore(store)
            let reader = Reader(readsAgain: false) { [weak model] in
                (model?[dynamicMember: \.0], model?[dynamicMember: \.1]).1
            }
            store.dispatch(Token(alive))
            store.dispatch(Token(alive))
            #expect(reader.notified == 1)
        }
        #expect(alive.count == 0)
    }

    private static func useScopesAndRows() {
        let store = makeShelf()
        let model = ObservableStore(store)
        let count = Scale.is(1_000_000)
        func use(_ number: Int) {
            if number.isMultiple(of: 100) {
                store.change { $0.books = [Book(id: number, title: "book")] }
            }
            let rows = model.elements(\.books, action: ShelfAction.book)
            precondition(rows[0].title == "book")
            _ = model.scope(action: ShelfAction.inner, state: \.inner).count
        }
        for number in 0..<count / 10 { use(number) }
        let before = peakResidentKilobytes()
        for number in count / 10..<count { use(number) }
        precondition(peakResidentKilobytes() < before + 16_000)
    }
}
