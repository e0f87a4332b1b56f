// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

@MainActor @Suite struct ElementsTests {
    let store = makeShelf()
    let model: ObservableStore<ShelfAction, Shelf>

    init() {
        model = ObservableStore(store)
    }

    private func rows() -> ObservableElements<BookAction, Book> { model.elements(\.books, action: ShelfAction.book) }

    @Test func changeOfAnElementNotifiesOnlyItsReaders() {
        let list = Reader { rows().ids }
        let titles = rows().map { row in Reader { row.title } }
        let marks = rows().map { row in Reader { row.isRead } }
        rows()[2].send(.rename("new"))
        #expect(list.notified == 0)
        #expect(titles.map(\.notified) == [0, 0, 1, 0])
        #expect(marks.map(\.notified) == [0, 0, 0, 0])
        #expect(titles[2].values == ["book 2", "new"])
    }

    @Test func moveNotifiesOnlyTheReadersOfTheList() {
        let list = Reader { rows().ids }
        let titles = rows().map { row in Reader { row.title } }
        store.change { $0.books.swapAt(0, 3) }
        #expect(list.values == [[0, 1, 2, 3], [3, 1, 2, 0]])
        #expect(titles.map(\.notified) == [0, 0, 0, 0])
        store.dispatch(.book(ElementIDAction(id: 3, action: .rename("new"))))
        #expect(titles.map(\.notified) == [0, 0, 0, 1])
    }

    @Test func modelsHaveTheIdentityOfTheirElements() {
        let before = Array(rows())
        store.change { $0.books.reverse() }
        let after = Array(rows())
        #expect(before.map(\.id) == [0, 1, 2, 3])
        #expect(after.map(\.id) == [3, 2, 1, 0])
        #expect(zip(before, after.reversed()).allSatisfy { $0 === $1 })
    }

    @Test func elementsCanBeInsertedAndRemoved() {
        let list = Reader { rows().map(\.title) }
        store.change { $0.books.append(Book(id: 9, title: "nine")) }
        store.change { $0.books.removeAll { $0.id != 9 } }
        #expect(list.values.last == ["nine"])
        #expect(list.notified == 2)
    }

    @Test func removedElementKeepsItsLastState() {
        let row = rows()[1]
        let title = Reader { row.title }
        store.change { $0.books.remove(at: 1) }
        #expect(row.title == "book 1")
        #expect(row.isRead == false)
        #expect(title.notified == 0)
        store.change { $0.books.insert(Book(id: 1, title: "again"), at: 0) }
        #expect(title.values == ["book 1", "again"])
    }

    @Test func readerIsNotifiedWithoutAReferenceToTheRow() {
        let title = Reader { rows()[0].title }
        store.change { $0.books[0].title = "one" }
        store.change { $0.books[0].title = "two" }
        #expect(title.values == ["book 0", "one", "two"])
    }

    @Test func elementsOfAComputedPartAreUpdated() {
        let titles = Reader { model.elements(\.unread, action: ShelfAction.book).map(\.title) }
        store.dispatch(.book(ElementIDAction(id: 0, action: .read)))
        store.dispatch(.book(ElementIDAction(id: 1, action: .rename("one"))))
        #expect(
            titles.values == [
                ["book 0", "book 1", "book 2", "book 3"], ["book 1", "book 2", "book 3"], ["one", "book 2", "book 3"],
            ]
        )
    }

    @Test func movedRowIsFound() {
        let kept = rows().map { $0 }
        for ids in [[1, 2, 3], [2, 3], [3], [3, 2, 1, 0], [0, 3], [0, 1, 2, 3]] {
            store.change { $0.books = ids.map { Book(id: $0, title: "\(ids)") } }
            for id in ids { #expect(kept[id].title == "\(ids)") }
            #expect(rows().map(\.title) == ids.map { _ in "\(ids)" })
        }
    }

    @Test func rowReadOutsideOfTheListIsCorrect() {
        let kept = rows().map { $0 }
        store.change { $0.books.reverse() }
        #expect(kept.map(\.title) == (0..<4).map { "book \($0)" })
        store.change { $0.books = $0.books.map { Book(id: $0.id, title: "new \($0.id)") } }
        #expect(kept.map(\.title) == (0..<4).map { "new \($0)" })
    }

    @Test func keptElementsReturnTheirOriginalContents() {
        let kept = rows()
        let shown = kept[3]
        store.change { $0.books = [Book(id: 9, title: "nine"), Book(id: 2, title: "two")] }
        #expect(kept.ids == [0, 1, 2, 3])
        #expect(kept.map(\.title) == ["book 0", "book 1", "two", "book 3"])
        #expect((kept[3] === shown, kept.first?.id) == (true, 0))
        #expect(rows().map(\.title) == ["nine", "two"])
    }

    @Test func keptElementsReturnTheCurrentStateOfExistingElements() {
        let kept = rows()
        let titles = Reader { kept.map(\.title) }
        store.change { $0.books.swapAt(0, 3) }
        store.change { $0.books[0].title = "last" }
        store.change { $0.books.removeFirst() }
        store.change { $0.books.append(Book(id: 3, title: "again")) }
        let first = ["book 0", "book 1", "book 2"]
        #expect(titles.values == [first + ["book 3"], first + ["last"], first + ["again"]])
    }

    @Test func unreadRowKeepsItsLastState() {
        let row = rows()[1]
        store.change { $0.books[1].title = "last" }
        store.change { $0.books = [] }
        #expect((row.title, row.isRead) == ("last", false))
    }

    @Test func elementsWithOtherActionsHaveOtherModels() {
        func marking(_ title: String) -> ObservableElements<Int, Book> {
            model.elements(\.books) { (action: ElementIDAction<Int, Int>) in
                .book(ElementIDAction(id: action.id, action: .rename("\(title) \(action.action)")))
            }
        }
        marking("a")[1].send(1)
        #expect(rows()[1].title == "a 1")
        let both = [marking("a")[2], marking("b")[2]]
        both[1].send(2)
        #expect(both.map(\.title) == ["b 2", "b 2"])
    }

    @Test func elementsAndAScopeOfOnePathAreIndependent() {
        func list() -> ObservableStore<ElementIDAction<Int, BookAction>, [Book]> {
            model.scope(action: ShelfAction.book, state: \.books)
        }
        let (list1, row) = (list(), rows()[0])
        #expect((list() === list1, rows()[0] === row) == (true, true))
    }

    /// An observer that was registered before the model receives each state before the model does.
    @Test func elementsReadBeforeTheModelHasTheStateAreCorrect() {
        let store = makeShelf()
        let later = Lock<ObservableStore<ShelfAction, Shelf>?>(nil)
        let seen = Recorder<[String]>()
        let observation = store.observe { _ in
            MainActor.assumeIsolated {
                guard let model = later.withLock({ $0 }) else { return }
                seen.record(model.elements(\.books, action: ShelfAction.book).map(\.title))
            }
        }
        let model = ObservableStore(store)
        later.withLock { $0 = model }
        let list = Reader { model.elements(\.books, action: ShelfAction.book).ids }
        store.change { $0.books = [Book(id: 7, title: "seven"), Book(id: 0, title: "zero")] }
        store.change { $0.books.removeFirst() }
        store.change { $0.books.append(Book(id: 8, title: "eight")) }
        #expect(seen.events == [["seven", "zero"], ["zero"], ["zero", "eight"]])
        #expect(list.values == [[0, 1, 2, 3], [7, 0], [0], [0, 8]])
        later.withLock { $0 = nil }
        withExtendedLifetime(observation) {}
    }
}
