// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexObservation
import RexTestSupport
import Testing

/// Elements, optional parts and presentations that only the past state has, or only the store.
@MainActor @Suite struct PastElementsTests {
    let shelf = WatchedShelf()
    var model: ObservableStore<ShelfAction, Shelf> { shelf.model }

    private func row(_ id: Int) -> ObservableStore<BookAction, Book>? {
        model.elements(\.books, action: ShelfAction.book).first { $0.id == id }
    }

    private func opened() -> ObservableStore<BookAction, Book>? { model.scope(\.open, action: ShelfAction.open) }

    private func past(_ change: (inout Shelf) -> Void) -> Shelf {
        var shelf = Shelf()
        change(&shelf)
        return shelf
    }

    @Test func elementThatOnlyTheStoreHasKeepsItsLastValue() {
        let kept = row(2)
        let title = Reader { kept?.title ?? "" }
        let elements = model.elements(\.books, action: ShelfAction.book)
        model.show(past { $0.books.removeAll { $0.id == 2 } })
        #expect(row(2) == nil)
        shelf.change { $0.books[2].title = "meanwhile" }
        #expect((kept?.title, kept?.id, elements[2].title) == ("book 2", 2, "book 2"))
        #expect(title.notified == 0)
        model.resume()
        #expect((title.values, row(2) === kept) == (["book 2", "meanwhile"], true))
    }

    @Test func elementThatOnlyThePastHasKeepsItsLastValue() {
        model.show(past { $0.books.append(Book(id: 7, title: "gone")) })
        let gone = row(7)
        let title = Reader { gone?.title ?? "" }
        #expect((gone?.title, gone?.id, row(7) === gone) == ("gone", 7, true))
        model.resume()
        #expect((gone?.title, row(7) == nil, title.notified) == ("gone", true, 0))
        gone?.send(.rename("late"))
        #expect(gone?.title == "gone")
        shelf.change { $0.books.append(Book(id: 7, title: "back")) }
        #expect((title.values, row(7) === gone) == (["gone", "back"], true))
    }

    @Test func elementsThatMovedKeepTheirModels() {
        let before = (0..<4).map(row)
        model.show(past { $0.books.reverse() })
        #expect(model.elements(\.books, action: ShelfAction.book).ids == [3, 2, 1, 0])
        #expect((0..<4).map(row) == before)
        #expect(before.map { $0?.title } == (0..<4).map { "book \($0)" })
        model.resume()
        #expect((0..<4).map(row) == before)
    }

    @Test func optionalPartThatOnlyThePastHas() {
        let presence = Reader { opened() != nil }
        model.show(past { $0.open = Book(id: 1, title: "past") })
        let book = opened()
        #expect((book?.title, book?.id) == ("past", 1))
        model.resume()
        #expect((opened() == nil, book?.title) == (true, "past"))
        #expect(presence.values == [false, true, false])
        book?.send(.rename("late"))
        #expect(shelf.events.isEmpty)
    }

    @Test func optionalPartThatOnlyTheStoreHas() {
        shelf.change { $0.open = Book(id: 1, title: "now") }
        let book = opened()
        model.show(past { _ in })
        #expect((opened() == nil, book?.title) == (true, "now"))
        shelf.change { $0.open?.title = "later" }
        #expect(book?.title == "now")
        model.resume()
        #expect((opened() === book, book?.title) == (true, "later"))
    }

    @Test func optionalPartWithAnotherIDIsAnotherModel() {
        shelf.change { $0.open = Book(id: 1, title: "now") }
        let now = opened()
        model.show(past { $0.open = Book(id: 2, title: "past") })
        let other = opened()
        #expect((now?.title, other?.title, now === other) == ("now", "past", false))
        model.resume()
        #expect((opened() === now, other?.title) == (true, "past"))
    }

    @Test func presentationsAreThoseOfThePast() {
        let notes = NotesStore()
        notes.change { for note in 1...2 { $0.path.push(Detail(note: note)) } }
        let past = notes.state
        notes.change { notes in
            notes.path.popToRoot()
            notes.path.push(Detail(note: 3))
            notes.sheet.present(Editor(text: "now"))
        }
        let stack = notes.model.stack(\.path, action: NotesAction.path)
        let sheet = notes.model.presented(\.sheet, action: NotesAction.sheet)
        let ids = Reader { stack.ids }
        let open = sheet.model
        notes.model.show(past)
        #expect((stack.models.map(\.note), sheet.id, open?.text) == ([1, 2], nil, "now"))
        stack.models.last?.send(.edit)
        notes.model.resume()
        #expect((stack.models.map(\.note), sheet.model === open) == ([3], true))
        #expect(ids.values == [[3], [1, 2], [3]])
        #expect(notes.actions == ["refused: the view shows a past state"])
    }
}
