// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexObservation
import RexTestSupport
import Testing

/// Refusals of the actions that views send while they show a past state.
@MainActor @Suite struct PastSendingTests {
    let shelf = WatchedShelf()
    var model: ObservableStore<ShelfAction, Shelf> { shelf.model }

    private var past: Shelf {
        var shelf = Shelf()
        (shelf.name, shelf.open, shelf.pushed) = ("past", Book(id: 1, title: "past"), Shelf.Inner())
        return shelf
    }

    private func refused(_ action: ShelfAction, _ line: Int, _ function: String = #function) -> [String] {
        ["noted: refused", "refused: \(action), \(function):\(line), the view shows a past state"]
    }

    @Test func actionOfEachModelIsRefusedWithItsSource() {
        let (before, visits) = (model.scope(action: ShelfAction.inner, state: \.inner), model.visits)
        model.show(past)
        let line = #line + 1
        model.send(.name("new"))
        before.send(.count(1))
        model.elements(\.books, action: ShelfAction.book)[0].send(.read)
        model.scope(\.open, action: ShelfAction.open)?.send(.rename("new"))
        let book = ShelfAction.book(ElementIDAction(id: 0, action: .read))
        let actions: [ShelfAction] = [.name("new"), .inner(.count(1)), book, .open(.rename("new"))]
        let expected = actions.enumerated().flatMap { refused($1, line + $0) }
        #expect(shelf.events == expected)
        #expect((shelf.store.state.name, shelf.store.state.inner.count, visits) == ("shelf", 0, 0))
        #expect(shelf.store.state.books == Shelf().books)
    }

    @Test func actionOfAnOptionalPartOfThePastIsReported() {
        model.show(past)
        let line = #line + 1
        model.scope(\.pushed, action: ShelfAction.pushed)?.send(.count(1))
        #expect(shelf.events == refused(.pushed(.count(1)), line))
    }

    @Test func bindingsKeepTheirOldValue() {
        let line = #line + 1
        let name = model.value(\.name, send: ShelfAction.name)
        let open = model.value(\.open, action: ShelfAction.open, dismiss: .closed)
        model.show(past)
        name.set("new")
        open.set(nil)
        #expect((name.get(), open.get()?.title) == ("past", "past"))
        #expect(shelf.events == refused(.name("new"), line) + refused(.closed, line + 1))
    }

    @Test func dismissalOfAPartThatThePastLacksSendsNothing() {
        shelf.change { $0.open = Book(id: 1, title: "now") }
        let open = model.value(\.open, action: ShelfAction.open, dismiss: .closed)
        model.show(Shelf())
        open.set(nil)
        #expect(shelf.events.isEmpty)
        model.resume()
        open.set(nil)
        #expect(shelf.events == ["closed"])
    }

    @Test func actionsReachTheStoreAgainAfterResume() {
        let kept = model.scope(action: ShelfAction.inner, state: \.inner)
        model.show(past)
        kept.send(.count(1))
        let made = model.elements(\.books, action: ShelfAction.book)[0]
        model.resume()
        kept.send(.count(2))
        made.send(.rename("new"))
        model.value(\.name, send: ShelfAction.name).set("wall")
        #expect((shelf.store.state.inner.count, shelf.store.state.books[0].title) == (2, "new"))
        #expect((model.name, shelf.events.count) == ("wall", 5))
    }

    @Test func actionsOfOthersAreProcessed() {
        model.show(past)
        shelf.store.dispatch(.name("elsewhere"))
        #expect((shelf.store.state.name, shelf.events, model.name) == ("elsewhere", ["name(\"elsewhere\")"], "past"))
    }

    @Test func refusalThroughAProjectionHasTheActionOfTheStore() {
        let projection = shelf.store.projection { (name: String) in
            name.isEmpty ? nil : ShelfAction.name(name)
        } state: {
            $0.name
        }
        let views = ObservableStore(projection)
        let renamed = ObservableStore(shelf.store.contramapAction { (count: Int) in ShelfAction.inner(.count(count)) })
        views.show("past")
        renamed.show(past)
        let line = #line + 1
        views.send("new")
        views.send("")
        renamed.send(4)
        #expect(shelf.events == refused(.name("new"), line) + refused(.inner(.count(4)), line + 2))
        #expect((views.state, renamed.name, shelf.store.state.name) == ("past", "past", "shelf"))
    }

    @Test func doublesAndOtherStoresGetNothing() {
        let sent = Recorder<String>()
        let double = StoreDouble<ShelfAction, Shelf>(initialState: Shelf()) { sent.record("\($0.action)") }
        for model in [ObservableStore(double), ObservableStore(Foreign(store: double))] {
            model.show(past)
            model.send(.name("new"))
            model.scope(action: ShelfAction.inner, state: \.inner).send(.count(1))
            #expect((model.name, sent.events) == ("past", []))
            model.resume()
        }
        ObservableStore(Foreign(store: double)).send(.closed)
        #expect(sent.events == ["closed"])
    }

    /// A store of another library.
    private struct Foreign: StoreType {
        let store: StoreDouble<ShelfAction, Shelf>
        var state: Shelf { store.state }

        func dispatch(_ dispatchedAction: consuming DispatchedAction<ShelfAction>) { store.dispatch(dispatchedAction) }

        func observe(_ observer: @escaping @Sendable (Shelf) -> Void) -> StoreSubscription { store.observe(observer) }
    }

    @Test func actionWithoutObserversOfRefusalsIsDropped() {
        let store = makeShelf()
        let model = ObservableStore(store)
        model.show(past)
        model.send(.name("new"))
        #expect(store.state.name == "shelf")
    }
}
