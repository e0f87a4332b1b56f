// SPDX-License-Identifier: MIT

import Observation
import RexCore
import RexObservation
import RexTestSupport
import Testing

/// The values of models that show a past state, and the notifications of their readers.
@MainActor @Suite struct PastReadingTests {
    private static let titles = StateSelector(\Shelf.books) { books in books.map(\.title).joined() }
    private static let past: Shelf = {
        var shelf = Shelf()
        (shelf.name, shelf.visits, shelf.inner) = ("past", 7, Shelf.Inner(count: 7, note: "past"))
        shelf.books = [Book(id: 3, title: "past 3"), Book(id: 0, title: "past 0")]
        (shelf.open, shelf.pushed) = (Book(id: 9, title: "past"), Shelf.Inner(count: 9))
        return shelf
    }()

    let shelf = WatchedShelf()
    var model: ObservableStore<ShelfAction, Shelf> { shelf.model }

    /// The models of parts, which a view may keep.
    @MainActor private struct Parts {
        let inner: ObservableStore<InnerAction, Shelf.Inner>
        let row: ObservableStore<BookAction, Book>?
        let open: ObservableStore<BookAction, Book>?
        let pushed: ObservableStore<InnerAction, Shelf.Inner>?
        let name: ObservableValue<String>

        init(of model: ObservableStore<ShelfAction, Shelf>) {
            inner = model.scope(action: ShelfAction.inner, state: \.inner)
            row = model.elements(\.books, action: ShelfAction.book).first { $0.id == 3 }
            open = model.scope(\.open, action: ShelfAction.open)
            pushed = model.scope(\.pushed, action: ShelfAction.pushed)
            name = model.value(\.name, send: ShelfAction.name)
        }

        var texts: [String?] {
            [inner.note, row?.title, open?.title, pushed.map { "\($0.count)" }, name.get()]
        }
    }

    private static func texts(of shelf: Shelf) -> [String?] {
        let row = shelf.books.first { $0.id == 3 }
        return [shelf.inner.note, row?.title, shelf.open?.title, shelf.pushed.map { "\($0.count)" }, shelf.name]
    }

    @Test func allModelsReadThePastState() {
        shelf.change { ($0.open, $0.pushed) = (Book(id: 9, title: "now"), Shelf.Inner(count: 1)) }
        let before = Parts(of: model)
        model.show(Self.past)
        let during = Parts(of: model)
        #expect(before.texts == Self.texts(of: Self.past))
        #expect(during.texts == Self.texts(of: Self.past))
        #expect((model.state.visits, model.select(Self.titles)) == (7, "past 3past 0"))
        #expect(model.elements(\.books, action: ShelfAction.book).ids == [3, 0])
        #expect(before.inner === during.inner && before.row === during.row)
        #expect(before.open === during.open && before.pushed === during.pushed)
        model.resume()
        let now = Self.texts(of: shelf.store.state)
        #expect(before.texts == now)
        #expect(during.texts == now)
        #expect(Parts(of: model).texts == now)
        #expect((model.state.visits, model.select(Self.titles)) == (0, "book 0book 1book 2book 3"))
    }

    @Test func readersAreNotifiedOnceOfWhatDiffers() {
        let texts: [Reader<String>] = [
            Reader { [model] in model.name },
            Reader { [model] in "\(model.name) \(model.visits)" },
            Reader { [model] in model.scope(action: ShelfAction.inner, state: \.inner).note },
            Reader { [model] in model.elements(\.books, action: ShelfAction.book)[0].title },
            Reader { [model] in model.scope(\.open, action: ShelfAction.open)?.title ?? "" },
            Reader { [model] in model.select(Self.titles) },
        ]
        let same = Reader { [model] in model.look.color }
        model.show(Self.past)
        #expect(texts.map(\.notified) == [1, 1, 1, 1, 1, 1])
        model.resume()
        #expect(texts.map(\.notified) == [2, 2, 2, 2, 2, 2])
        #expect(same.notified == 0)
        #expect(texts[1].values == ["shelf 0", "past 7", "shelf 0"])
        #expect(texts[4].values == ["", "past", ""])
    }

    @Test func storeGoesOnAndTheViewsFollowWhenTheyResume() {
        let name = Reader { [model] in model.name }
        let visits = Reader { [model] in model.visits }
        let titles = Reader { [model] in model.elements(\.books, action: ShelfAction.book).map(\.title) }
        model.show(Self.past)
        for number in 1...3 { shelf.change { ($0.visits, $0.books[0].title) = (number, "\(number)") } }
        shelf.change { $0.books.removeLast(3) }
        #expect((shelf.store.state.visits, model.visits, model.state.books.count) == (3, 7, 2))
        model.resume()
        #expect(name.values == ["shelf", "past", "shelf"])
        #expect(visits.values == [0, 7, 3])
        #expect(titles.values.last == ["3"])
        #expect(titles.notified == 2)
        shelf.change { $0.visits = 4 }
        #expect(visits.values == [0, 7, 3, 4])
    }

    @Test func storeIsNeverSetBack() {
        let states = Recorder<String>()
        let subscription = shelf.store.observe { states.record($0.name) }
        model.show(Self.past)
        #expect((shelf.store.state.name, ObservableStore(shelf.store).name) == ("shelf", "shelf"))
        model.resume()
        #expect(states.events == ["shelf"])
        #expect(shelf.events.isEmpty)
        subscription.cancel()
    }

    @Test func otherModelsOfTheStoreAreNotAffected() {
        let other = ObservableStore(shelf.store)
        let visits = Reader { other.visits }
        model.show(Self.past)
        shelf.change { $0.visits = 1 }
        other.send(.name("sent"))
        #expect((visits.values, other.isShowingPastState, model.name) == ([0, 1], false, "past"))
        #expect(shelf.store.state.name == "sent")
    }

    @Test func anotherPastStateReplacesTheFirst() {
        let both = Reader { [model] in "\(model.name) \(model.visits)" }
        let flag = Reader { [model] in model.isShowingPastState }
        model.show(Self.past)
        var next = Self.past
        next.visits = 8
        model.show(next)
        model.resume()
        #expect(both.values == ["shelf 0", "past 7", "past 8", "shelf 0"])
        #expect(flag.values == [false, true, false])
    }

    @Test func resumeWithoutAPastStateDoesNothing() {
        let all = Reader { [model] in "\(model.state.visits) \(model.isShowingPastState)" }
        let flag = Reader { [model] in model.isShowingPastState }
        model.resume()
        shelf.change { $0.visits = 0 }
        #expect((all.notified, flag.notified) == (0, 0))
        model.show(Self.past)
        model.resume()
        model.resume()
        #expect(all.values == ["0 false", "7 true", "0 false"])
    }

    @Test func readerOfTheFlagAndOfTheStateIsNotifiedOnce() {
        let child = model.scope(action: ShelfAction.inner, state: \.inner)
        let both = Reader { "\(child.isShowingPastState) \(child.note)" }
        let flag = Reader { [model] in model.isShowingPastState }
        model.show(Self.past)
        model.resume()
        #expect(both.values == ["false ", "true past", "false "])
        // A past state that looks the same is one too.
        model.show(shelf.store.state)
        #expect(both.values.last == "true ")
        #expect(flag.values == [false, true, false, true])
    }

    @Test func anyChildResumes() {
        let row = model.elements(\.books, action: ShelfAction.book)[0]
        model.show(Self.past)
        #expect(row.isShowingPastState)
        row.resume()
        #expect((model.isShowingPastState, row.title) == (false, "book 0"))
    }

    @Test func childrenCannotShow() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let model = ObservableStore(makeShelf())
                model.scope(action: ShelfAction.inner, state: \.inner).show(Shelf.Inner())
            }
        }
    }

    @Test func pastStateThatIsShownByAReaderReachesTheOthers() {
        let (model, past) = (model, Self.past)
        let first = Reader { "\(model.name) \(model.visits)" }
        withObservationTracking {
            _ = model.visits
        } onChange: {
            MainActor.assumeIsolated { model.show(past) }
        }
        let last = Reader { "\(model.name) \(model.visits)" }
        shelf.change { $0.visits = 1 }
        #expect((first.values.last, last.values.last) == ("past 7", "past 7"))
        model.resume()
        #expect((first.values.last, last.values.last) == ("shelf 1", "shelf 1"))
    }
}
