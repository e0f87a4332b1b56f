// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// Ends of stores, models and readers, in every order.
@MainActor @Suite struct EndTests {
    private enum End: CaseIterable, Sendable { case store, model, row, reader }

    nonisolated private static let orders: [[Int]] = permutations(of: Array(End.allCases.indices))

    nonisolated private static func permutations(of items: [Int]) -> [[Int]] {
        guard !items.isEmpty else { return [[]] }
        return items.flatMap { first in permutations(of: items.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test(arguments: orders) func nothingIsLeftWhenAllHaveEnded(order: [Int]) {
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

    @Test func modelsKeepTheirStore() {
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

    /// In a process of its own, whose memory is that of nothing else.
    @Test func memoryDoesNotGrowWithScopesAndRows() async {
        await #expect(processExitsWith: .success) { await EndTests.useScopesAndRows() }
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
            _ = model.scope(case: .inner, state: \.inner).count
        }
        for number in 0..<count / 10 { use(number) }
        let before = peakResidentKilobytes()
        for number in count / 10..<count { use(number) }
        precondition(peakResidentKilobytes() < before + 16_000)
    }
}
