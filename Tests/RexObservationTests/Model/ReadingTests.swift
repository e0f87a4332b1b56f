// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

@MainActor @Suite struct ReadingTests {
    let store = makeShelf()
    let model: ObservableStore<ShelfAction, Shelf>

    init() {
        model = ObservableStore(store)
    }

    @Test func readerOfAPartIsNotifiedOnlyOfItsChanges() {
        let name = Reader { [model] in model.name }
        let visits = Reader { [model] in model.visits }
        store.change { $0.visits = 1 }
        store.change { $0.visits = 1 }
        store.change { $0.name = "wall" }
        #expect(name.values == ["shelf", "wall"])
        #expect(visits.values == [0, 1])
    }

    @Test func nestedValueIsReadWithItsPart() {
        let count = Reader { [model] in model.inner.count }
        store.change { $0.inner.note = "new" }
        #expect(count.values == [0, 0])
    }

    @Test func changeOfSeveralPartsNotifiesTheirReaderOnce() {
        let both = Reader { [model] in "\(model.name) \(model.visits)" }
        store.change { ($0.name, $0.visits) = ("wall", 1) }
        #expect(both.values == ["shelf 0", "wall 1"])
    }

    @Test func readerThatStopsReadingIsNotifiedOnce() {
        let reader = Reader(readsAgain: false) { [model] in model.visits }
        store.change { $0.visits = 1 }
        store.change { $0.visits = 2 }
        #expect(reader.notified == 1)
        #expect(model.visits == 2)
    }

    @Test func partWithoutEqualityIsComparedByItsStoredValues() {
        let look = Reader { [model] in model[dynamicMember: \.look.color] }
        let whole = Reader { [model] in model.look }
        store.change { $0.look = Look() }
        store.change { $0.look = Look(color: String("der".reversed())) }
        #expect(whole.notified == 0)
        store.change { $0.look.size = 2 }
        #expect((look.notified, whole.notified) == (0, 1))
        store.change { $0.look.color = "blue" }
        #expect((look.values, whole.notified) == (["red", "blue"], 2))
    }

    @Test func readerOfTheStateIsNotifiedOfEveryChange() {
        let state = Reader { [model] in model.state.visits }
        store.change { $0.name = "wall" }
        store.change { _ in }
        store.change { $0.look.size = 7 }
        #expect(state.notified == 2)
    }

    @Test func computedPartIsReadAndComparedToo() {
        let double = Reader { [model] in model[dynamicMember: \.inner.double] }
        store.change { $0.inner.note = "new" }
        store.change { $0.inner.count = 4 }
        #expect(double.values == [0, 8])
    }

    /// A computed NaN has a different address each time.
    @Test func computedNaNIsNotAChange() {
        let rating = Reader { [model] in "\(model[dynamicMember: \.rating.mean])" }
        let whole = Reader { [model] in model[dynamicMember: \.rating.summary].count }
        store.change { $0.visits = 1 }
        #expect([rating.notified, whole.notified] == [0, 0])
        store.change { $0.rating.count = 2 }
        #expect(rating.values == ["nan", "0.0"])
        #expect(whole.values == [0, 2])
        store.change { $0.rating.count = 0 }
        #expect(rating.values == ["nan", "0.0", "nan"])
        #expect([rating.notified, whole.notified] == [2, 2])
    }

    /// As for observers of a projection: an array isn't equal to another one that contains a NaN too.
    @Test func computedValueWithNaNIsAChangeUnlessItIsCertainlyTheSame() {
        let ratings = Reader { [model] in model[dynamicMember: \.rating.means].count }
        let seal = Reader { [model] in ObjectIdentifier(model[dynamicMember: \.sealedMean].seal) }
        store.change { $0.visits = 1 }
        #expect((ratings.notified, seal.notified) == (1, 1))
    }

    @Test func valueUnequalToItselfIsAChangeDespiteEqualContents() {
        let seal = Reader { [model] in ObjectIdentifier(model[dynamicMember: \.seal]) }
        store.change { $0.visits = 1 }
        #expect(seal.notified == 1)
    }

    @Test func equalValueAtAnotherAddressIsNotAChange() {
        let long = String(repeating: "long ", count: 20)
        store.change { $0.name = long }
        let name = Reader { [model] in model.name }
        store.change { $0.name = String(long.reversed().reversed()) }
        #expect(name.notified == 0)
    }

    @Test func readerThatReadsAgainWhenNotifiedSeesTheNewState() {
        let first = Reader { [model] in (model.name, model.visits).1 }
        let second = Reader { [model] in (model.visits, model.name).0 }
        store.change { ($0.name, $0.visits) = ("wall", 1) }
        #expect(first.values == [0, 1])
        #expect(second.values == [0, 1])
    }

    @Test func changeMadeByAReaderReachesEveryReader() {
        let mirror = Reader { [model, store] in
            let visits = model.visits
            if model.inner.count != visits { store.dispatch(.inner(.count(visits))) }
            return visits
        }
        let count = Reader { [model] in model.inner.count }
        store.change { $0.visits = 3 }
        #expect(mirror.values.last == 3)
        #expect(count.values == [0, 3])
        #expect(model.inner.count == 3)
    }

    @Test func actionsAreDispatchedWithTheLocationOfTheirCall() {
        let sources = Recorder<String>()
        let double = AnyStoreType<ShelfAction, Shelf>(initialState: Shelf()) {
            sources.record("\($0.dispatcher.function) \($0.dispatcher.line)")
        }
        let model = ObservableStore(double)
        let line = #line + 1
        model.send(.name("wall"))
        model.scope(action: ShelfAction.inner, state: \.inner).send(.count(1))
        model.elements(\.books, action: ShelfAction.book)[0].send(.read)
        model.value(\.name, send: ShelfAction.name).set("wall")
        #expect(sources.events == (0..<4).map { "\(#function) \(line + $0)" })
    }

    @Test func valueReadsAPartAndSetsItByAnAction() {
        let name = model.value(\.name, send: ShelfAction.name)
        let reader = Reader { name.get() }
        name.set("wall")
        #expect(store.state.name == "wall")
        #expect(reader.values == ["shelf", "wall"])
    }
}
