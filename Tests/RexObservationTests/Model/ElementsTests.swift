// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import Testing

@MainActor @Suite struct ElementsTests {
    let store = makeShelf()
    let model: ObservableStore<ShelfAction, Shelf>

    init() {
        model = ObservableStore(store)
    }

    private func rows() -> ObservableElements<BookAction, Book> { model.elements(\.books, action: ShelfAction.book) }

    @Test func changeOfAnElementNotifiesItsReadersAlone() {
        let list = Reader { rows().ids }
        let titles = rows().map { row in Reader { row.title } }
        let marks = rows().map { row in Reader { row.isRead } }
        rows()[2].send(.rename("new"))
        #expect(list.notified == 0)
        #expect(titles.map(\.notified) == [0, 0, 1, 0])
        #expect(marks.map(\.notified) == [0, 0, 0, 0])
        #expect(titles[2].values == ["book 2", "new"])
    }

    @Test func moveNotifiesTheReadersOfTheListAlone() {
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

    @Test func elementsComeAndGo() {
        let list = Reader { rows().map(\.title) }
        store.change { $0.books.append(Book(id: 9, title: "nine")) }
        store.change { $0.books.removeAll { $0.id != 9 } }
        #expect(list.values.last == ["nine"])
        #expect(list.notified == 2)
    }

    @Test func elementThatIsGoneKeepsWhatItHad() {
        let row = rows()[1]
        let title = Reader { row.title }
        store.change { $0.books.remove(at: 1) }
        #expect(row.title == "book 1")
        #expect(row.isRead == false)
        #expect(title.notified == 0)
        store.change { $0.books.insert(Book(id: 1, title: "again"), at: 0) }
        #expect(title.values == ["book 1", "again"])
    }

    @Test func readerIsNotifiedThoughNobodyKeepsTheRow() {
        let title = Reader { rows()[0].title }
        store.change { $0.books[0].title = "one" }
        store.change { $0.books[0].title = "two" }
        #expect(title.values == ["book 0", "one", "two"])
    }

    @Test func elementsOfAComputedPartAreBroughtUpToDate() {
        let titles = Reader { model.elements(\.unread, action: ShelfAction.book).map(\.title) }
        store.dispatch(.book(ElementIDAction(id: 0, action: .read)))
        store.dispatch(.book(ElementIDAction(id: 1, action: .rename("one"))))
        #expect(
            titles.values == [
                ["book 0", "book 1", "book 2", "book 3"], ["book 1", "book 2", "book 3"], ["one", "book 2", "book 3"],
            ]
        )
    }

    @Test func rowIsFoundWhereverItIsNow() {
        let kept = rows().map { $0 }
        for ids in [[1, 2, 3], [2, 3], [3], [3, 2, 1, 0], [0, 3], [0, 1, 2, 3]] {
            store.change { $0.books = ids.map { Book(id: $0, title: "\(ids)") } }
            for id in ids { #expect(kept[id].title == "\(ids)") }
            #expect(rows().map(\.title) == ids.map { _ in "\(ids)" })
        }
    }

    @Test func rowThatIsReadOutsideOfTheListIsRight() {
        let kept = rows().map { $0 }
        store.change { $0.books.reverse() }
        #expect(kept.map(\.title) == (0..<4).map { "book \($0)" })
        store.change { $0.books = $0.books.map { Book(id: $0.id, title: "new \($0.id)") } }
        #expect(kept.map(\.title) == (0..<4).map { "new \($0)" })
    }
}
