// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// The lifetime of a past state, and stores that process elsewhere.
@MainActor @Suite struct PastLifeTests {
    private struct Kept: Sendable {
        var token: Token
        var count = 0
    }

    private func makeStore(_ alive: Tally) -> Store<Token, Kept> {
        Store(
            initialState: Kept(token: Token(alive)),
            reducer: .reduce { (token: Token, kept: inout Kept) in
                kept = Kept(token: token, count: kept.count + 1)
            },
            executor: .mainQueue
        )
    }

    @Test func pastStateIsReleasedByResume() {
        let (alive, past) = (Tally(), Tally())
        let model = ObservableStore(makeStore(alive))
        model.show(Kept(token: Token(past), count: 7))
        #expect((model.count, past.count, alive.count) == (7, 1, 1))
        model.show(Kept(token: Token(past), count: 8))
        #expect((model.count, past.count) == (8, 1))
        model.resume()
        #expect((model.count, past.count, alive.count) == (0, 0, 1))
    }

    @Test func everythingIsReleasedWithTheModelsWhileAPastStateIsShown() {
        let (alive, past) = (Tally(), Tally())
        weak var left: Store<Token, Kept>?
        do {
            var store: Store<Token, Kept>? = makeStore(alive)
            left = store
            var model = store.map { ObservableStore($0) }
            let child = model?.scope(action: { (token: Token) in token }, state: \.count)
            let reader = Reader { [weak child] in child?.state ?? 0 }
            store?.dispatch(Token(alive))
            model?.show(Kept(token: Token(past), count: 7))
            (store, model) = (nil, nil)
            #expect((child?.state, past.count, left != nil) == (7, 1, true))
            child?.resume()
            #expect((reader.values, past.count) == ([0, 1, 7, 1], 0))
        }
        #expect((alive.count, past.count, left == nil) == (0, 0, true))
        do {
            let model = ObservableStore(makeStore(alive))
            let child = model.scope(action: { (token: Token) in token }, state: \.count)
            model.show(Kept(token: Token(past), count: 7))
            #expect(child.state == 7)
        }
        #expect((alive.count, past.count) == (0, 0))
    }

    @Test func readersOfReleasedChildrenFollowToo() {
        let shelf = WatchedShelf()
        let note = Reader { shelf.model.scope(action: ShelfAction.inner, state: \.inner).note }
        let title = Reader { shelf.model.elements(\.books, action: ShelfAction.book)[0].title }
        var past = Shelf()
        (past.inner.note, past.books[0].title) = ("past", "past")
        shelf.model.show(past)
        shelf.change { $0.inner.note = "now" }
        shelf.model.resume()
        #expect(note.values == ["", "past", "now"])
        #expect(title.values == ["book 0", "past", "book 0"])
    }

    @Test func statesFromElsewhereWaitUntilTheViewsResume() async {
        let executor = ManualExecutor()
        let shelf = WatchedShelf(executor: executor.executor)
        let visits = Reader { shelf.model.visits }
        var past = Shelf()
        past.visits = 7
        shelf.change { $0.visits = 1 }
        shelf.model.show(past)
        JoinableThread { executor.run() }.join()
        await Task { @MainActor in }.value
        #expect((shelf.store.state.visits, shelf.model.visits) == (1, 7))
        shelf.model.resume()
        #expect(visits.values == [0, 7, 1])
        shelf.change { $0.visits = 2 }
        JoinableThread { executor.run() }.join()
        shelf.model.show(past)
        shelf.model.resume()
        // The latest state has not arrived yet.
        #expect(visits.values == [0, 7, 1, 7, 1])
        await Task { @MainActor in }.value
        #expect(visits.values == [0, 7, 1, 7, 1, 2])
    }

    @Test func refusalIsReportedAtOnceForAStoreThatProcessesElsewhere() {
        let executor = ManualExecutor()
        let shelf = WatchedShelf(executor: executor.executor)
        executor.run()
        shelf.model.show(Shelf())
        shelf.model.send(.name("new"))
        #expect(shelf.events.first == "noted: refused")
        executor.run()
        #expect((shelf.events.count, shelf.store.state.name) == (2, "shelf"))
    }
}
