// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// What a selector that lives as long as the process keeps of a state.
@MainActor @Suite struct SelectorLifeTests {
    private final class Text: Sendable, Equatable {
        private let alive: Token

        init(_ alive: Tally) { self.alive = Token(alive) }

        static func == (lhs: Text, rhs: Text) -> Bool { lhs === rhs }
    }

    private struct Notes: Sendable {
        var texts: [Text]
        var count = 0
    }

    private struct App: Sendable { var notes: Notes }

    private enum Act: Sendable { case tick, logOut }

    private func makeStore(_ alive: Tally) -> Store<Act, App> {
        Store(
            initialState: App(notes: Notes(texts: [Text(alive)])),
            reducer: .reduce { act, app in
                switch act {
                case .tick: app.notes.count += 1
                case .logOut: app.notes.texts = []
                }
            },
            executor: .mainQueue
        )
    }

    private let texts = StateSelector(\App.notes.texts) { $0.count }
    private let textsOfNotes = StateSelector(\Notes.texts, \Notes.count) { texts, _ in texts.count }

    @Test func nothingIsKeptOfAStoreThatIsGone() {
        let alive = Tally()
        for _ in 0..<2 {
            let store = makeStore(alive)
            let model = ObservableStore(store)
            let notes = model.scope(action: { (act: Act) in act }, state: \.notes)
            let observation = store.observe(texts) { _ in }
            let readers = [
                Reader { [texts] in model.select(texts) }, Reader { [textsOfNotes] in notes.select(textsOfNotes) },
            ]
            #expect(model.select(texts) == 1)
            #expect(notes.select(textsOfNotes) == 1)
            store.dispatch(.tick)
            #expect(alive.count == 1)
            withExtendedLifetime((observation, readers)) {}
        }
        #expect(alive.count == 0)
    }

    @Test(arguments: [false, true]) func nothingIsKeptAfterALogOut(isRead: Bool) {
        let alive = Tally()
        let (store, otherStore) = (makeStore(alive), makeStore(alive))
        let (model, other) = (ObservableStore(store), ObservableStore(otherStore))
        let notes = model.scope(action: { (act: Act) in act }, state: \.notes)
        let observation = isRead ? store.observe(texts) { _ in } : nil
        let reader = isRead ? Reader { [texts] in model.select(texts) } : nil
        _ = (model.select(texts), notes.select(textsOfNotes), other.select(texts))
        store.dispatch(.tick)
        _ = (model.select(texts), notes.select(textsOfNotes), other.select(texts))
        #expect(alive.count == 2)
        store.dispatch(.logOut)
        #expect(alive.count == 1)
        otherStore.dispatch(.logOut)
        #expect(alive.count == 0)
        #expect(reader?.values ?? [1, 0] == [1, 0])
        withExtendedLifetime(observation) {}
    }

    /// The value is the same, so no observer is notified.
    @Test func partsWithTheSameValueAreReleased() {
        let alive = Tally()
        let store = makeStore(alive)
        let isAny = StateSelector(\App.notes.texts) { _ in true }
        let values = Recorder<Bool>()
        let observation = store.observe(isAny) { values.record($0) }
        store.dispatch(.logOut)
        #expect(alive.count == 0)
        #expect(values.events == [true])
        withExtendedLifetime(observation) {}
    }

    @Test func storesThatAlternateComputeNothingAgain() {
        let computed = Recorder<Void>()
        let count = StateSelector(\App.notes.texts) { texts in
            computed.record(())
            return texts.count
        }
        let stores = [makeStore(Tally()), makeStore(Tally())]
        let models = stores.map { ObservableStore($0) }
        let observations = stores.flatMap { store in (0..<2).map { _ in store.observe(count) { _ in } } }
        let readers = models.map { model in Reader { model.select(count) } }
        let before = computed.events.count
        for _ in 0..<5 {
            for (store, model) in zip(stores, models) {
                store.dispatch(.tick)
                #expect(model.select(count) == 1)
            }
        }
        #expect(computed.events.count == before)
        for store in stores { store.dispatch(.logOut) }
        // The parts of both stores are equal now.
        #expect(computed.events.count == before + 1)
        #expect(readers.map(\.values) == [[1, 0], [1, 0]])
        withExtendedLifetime(observations) {}
    }

    @Test func unobservedValueIsComputedOnceUntilAPartChanges() {
        let computed = Recorder<Void>()
        let count = StateSelector(\App.notes.texts) { texts in
            computed.record(())
            return texts.count
        }
        let store = makeStore(Tally())
        let model = ObservableStore(store)
        for _ in 0..<3 {
            #expect((model.select(count), model.select(count)) == (1, 1))
            store.dispatch(.tick)
        }
        #expect(computed.events.count == 1)
        store.dispatch(.logOut)
        #expect((model.select(count), model.select(count)) == (0, 0))
        #expect(computed.events.count == 2)
    }

    @Test func eightThreadsGetTheValuesOfTheirStores() {
        let count = StateSelector(\App.notes.count) { $0 }
        onThreads(8) { _ in
            let store = Store(
                initialState: App(notes: Notes(texts: [])),
                reducer: Reducer<Act, App>.reduce { _, app in app.notes.count += 1 }
            )
            let values = Recorder<Int>()
            let observation = store.observe(count) { values.record($0) }
            for _ in 0..<200 { store.dispatch(.tick) }
            #expect(values.events == Array(0...200))
            withExtendedLifetime(observation) {}
        }
    }
}
