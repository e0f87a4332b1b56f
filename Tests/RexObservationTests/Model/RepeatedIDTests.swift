// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

#if DEBUG
/// Elements with one id, whose models can't be distinguished.
@MainActor @Suite struct RepeatedIDTests {
    private let mistakes = Recorder<String>()

    private func makeStore() -> Store<ShelvesAction, Shelves> {
        Store(
            initialState: Shelves(),
            reducer: .reduce { change, shelves in change.change(&shelves) },
            middleware: MistakeLog(in: mistakes),
            executor: .mainQueue
        )
    }

    @Test func repeatedIDIsReportedOnceWithItsPlace() {
        let store = makeStore()
        let model = ObservableStore(store)
        let ids = Reader { model.elements(\.books, action: ShelvesAction.book).ids }
        #expect(mistakes.events.isEmpty)
        store.dispatch(ShelvesAction { $0.books[3] = Book(id: 1, title: "again") })
        store.dispatch(ShelvesAction { $0.books.append(Book(id: 0, title: "again")) })
        #expect(ids.values.last == [0, 1, 2, 1, 0])
        #expect(
            mistakes.events == [
                """
                Several elements of \(\Shelves.books) have the id 1. Their models all show the same one. Give \
                each element an id of its own.
                """
            ]
        )
    }

    /// The place is a part of a part, and the model one of a projection.
    @Test func repeatedIDOfANestedCollectionIsReportedOnce() {
        let store = makeStore()
        store.dispatch(ShelvesAction { $0.inner.books = [2, 3, 3, 2].map { Book(id: $0, title: "") } })
        let projection = store.projection(action: { (action: ShelvesAction) in action }, state: \.self)
        for source in [store.eraseToAnyStoreType(), projection] {
            let model = ObservableStore(source)
            for _ in 0..<2 {
                let inner = model.scope(action: { $0 }, state: \.inner)
                #expect(inner.elements(\.books, action: ShelvesAction.book).ids == [2, 3, 3, 2])
            }
        }
        #expect(mistakes.events.map { $0.contains("have the id 3") } == [true, true])
    }
}

private struct ShelvesAction: Sendable {
    let change: @Sendable (inout Shelves) -> Void

    init(_ change: @escaping @Sendable (inout Shelves) -> Void) { self.change = change }

    static func book(_ action: ElementIDAction<Int, BookAction>) -> ShelvesAction { ShelvesAction { _ in } }
}

private struct Shelves: Sendable {
    struct Inner: Sendable { var books: [Book] = [] }

    var books = (0..<4).map { Book(id: $0, title: "") }
    var inner = Inner()
}
#endif
