// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// Models of optional parts.
@MainActor @Suite struct OptionalTests {
    let store = makeShelf()
    let model: ObservableStore<ShelfAction, Shelf>

    init() {
        model = ObservableStore(store)
    }

    private func opened() -> ObservableStore<BookAction, Book>? { model.scope(\.open, action: ShelfAction.open) }
    private func pushed() -> ObservableStore<InnerAction, Shelf.Inner>? {
        model.scope(\.pushed, action: ShelfAction.pushed)
    }

    @Test func modelExistsWhileThePartExists() {
        let isThere = Reader { opened() != nil }
        #expect(opened() == nil)
        store.change { $0.open = Book(id: 1, title: "one") }
        #expect(opened()?.title == "one")
        store.dispatch(.closed)
        #expect(opened() == nil)
        #expect(isThere.values == [false, true, false])
    }

    @Test func readersOfThePresenceAreNotNotifiedOfOtherChanges() {
        store.change { ($0.open, $0.pushed) = (Book(id: 1, title: "one"), Shelf.Inner()) }
        let presence = Reader { [opened()?.id, pushed().map { _ in 0 }] }
        let title = Reader { opened()?.title }
        opened()?.send(.rename("new"))
        pushed()?.send(.count(3))
        store.change { $0.visits = 1 }
        #expect(presence.notified == 0)
        #expect(title.values == ["one", "new"])
        #expect(pushed()?.count == 3)
    }

    @Test func modelIsIdenticalWhileItIsInUse() {
        store.change { ($0.open, $0.pushed) = (Book(id: 1, title: "one"), Shelf.Inner()) }
        let models = (opened(), pushed())
        store.change {
            $0.open?.title = "new"
            $0.pushed?.count = 2
        }
        #expect((opened() === models.0, pushed() === models.1) == (true, true))
        store.change { $0.pushed = nil }
        store.change { $0.pushed = Shelf.Inner(count: 5) }
        #expect(pushed() === models.1)
        #expect(models.1?.count == 5)
    }

    @Test func modelOfANilPartKeepsItsLastValueAndSendsNothing() {
        store.change { ($0.open, $0.pushed) = (Book(id: 1, title: "one"), Shelf.Inner(count: 1)) }
        let (book, screen) = (opened(), pushed())
        let count = screen?.scope(action: InnerAction.count, state: \.count)
        // The new value was not read, but it is the last one that counts.
        store.change {
            $0.open?.title = "new"
            $0.pushed?.count = 2
        }
        let title = Reader { book?.title }
        store.change { ($0.open, $0.pushed) = (nil, nil) }
        let actions = Recorder<Void>()
        let observation = store.observe { _ in actions.record(()) }
        book?.send(.rename("late"))
        screen?.send(.count(7))
        count?.send(7)
        #expect(actions.events.count == 1)
        #expect((book?.title, book?.isRead, book?.id, screen?.count, count?.state) == ("new", false, 1, 2, 2))
        #expect(title.notified == 0)
        withExtendedLifetime(observation) {}
    }

    @Test func partWithAnotherIDIsAnotherPart() {
        store.change { $0.open = Book(id: 1, title: "one") }
        let first = opened()
        let ids = Reader { opened()?.id }
        store.change { $0.open = Book(id: 2, title: "two") }
        let second = opened()
        #expect(ids.values == [1, 2])
        #expect((first?.id, second?.id) == (1, 2))
        #expect((first?.title, second?.title) == ("one", "two"))
        first?.send(.rename("late"))
        second?.send(.rename("new"))
        #expect((first?.title, second?.title) == ("one", "new"))
        store.change { $0.open = Book(id: 1, title: "again") }
        #expect(opened() === first)
        #expect((first?.title, second?.title) == ("again", "new"))
    }

    @Test func readerOfAReturningPartIsNotified() {
        store.change { $0.pushed = Shelf.Inner(count: 1) }
        let screen = pushed()
        let count = Reader { screen?.count }
        store.change { $0.pushed = nil }
        store.change { $0.pushed = Shelf.Inner(count: 2) }
        #expect(count.values == [1, 2])
    }

    @Test func readerIsNotifiedWithoutAReferenceToTheModel() {
        let title = Reader { opened()?.title }
        for number in 1...3 { store.change { $0.open = Book(id: number / 3, title: "\(number)") } }
        store.change { $0.open = nil }
        #expect(title.values == [nil, "1", "2", "3", nil])
    }

    @Test func modelWithoutItsOwnActionsUsesThoseOfItsParent() {
        store.change { $0.pushed = Shelf.Inner() }
        func plain() -> ObservableStore<ShelfAction, Shelf.Inner>? { model.scope(\.pushed, action: { $0 }) }
        let screen = plain()
        screen?.send(.pushed(.count(4)))
        #expect(screen?.count == 4)
        #expect(plain() === screen)
        #expect(pushed() as AnyObject !== screen as AnyObject)
    }

    @Test func valueIsTheModelAndDismissesIt() {
        let sent = Recorder<String>()
        let double = StoreDouble<ShelfAction, Shelf>(initialState: Shelf()) { action in
            sent.record("\(action.action) \(action.dispatcher.line)")
        }
        func open(_ book: Book?) {
            var shelf = Shelf()
            shelf.open = book
            double.set(shelf)
        }
        let model = ObservableStore(double)
        let line = #line + 1
        let value = model.value(\.open, action: ShelfAction.open, dismiss: .closed)
        #expect(value.get() == nil)
        value.set(nil)
        open(Book(id: 1, title: "one"))
        let book = value.get()
        #expect((book?.title, book === value.get()) == ("one", true))
        value.set(book)
        #expect(sent.events.isEmpty)
        value.set(nil)
        open(nil)
        value.set(nil)
        #expect(value.get() == nil)
        #expect(sent.events == ["closed \(line)"])
    }

    @Test func partIsReleasedWithItsModel() {
        let alive = Tally()
        let store = Store<Token?, Token?>(
            initialState: Token(alive),
            reducer: .reduce { new, token in token = new },
            executor: .mainQueue
        )
        let model = ObservableStore(store)
        var part = model.scope(\.self, action: { (token: Token?) in token })
        store.dispatch(nil)
        #expect(alive.count == 1)
        #expect(part != nil)
        part = nil
        store.dispatch(Token(alive))
        store.dispatch(nil)
        store.dispatch(Token(alive))
        #expect(alive.count == 1)
    }

    @Test func nestedPartsAndElementsAreFound() {
        struct Page: Sendable { var shelf: Shelf? = Shelf() }
        let store = Store(
            initialState: Page(),
            reducer: .reduce { (action: ShelfAction, page: inout Page) in
                guard var shelf = page.shelf else { return }
                Reducer.shelf.reduce(action, &shelf)
                page.shelf = shelf.name == "gone" ? nil : shelf
            },
            executor: .mainQueue
        )
        let model = ObservableStore(store)
        let shelf = model.scope(\.shelf, action: { (action: ShelfAction) in action })
        let row = shelf?.elements(\.books, action: ShelfAction.book)[2]
        row?.send(.rename("new"))
        #expect((row?.title, row?.id) == ("new", 2))
        let title = row?.scope(action: BookAction.rename, state: \.title)
        store.dispatch(.name("gone"))
        row?.send(.rename("late"))
        title?.send("late")
        #expect((row?.title, title?.state) == ("new", "new"))
        #expect(store.state.shelf == nil)
    }
}
