// SPDX-License-Identifier: MIT

import Observation
import RexCore
import RexObservation
import RexTestSupport
import Testing

@MainActor @Suite struct SelectorTests {
    let store = makeShelf()

    private static func selector(_ count: Recorder<Void>) -> StateSelector<Shelf, String> {
        StateSelector(\Shelf.name, \Shelf.inner.count) { name, number in
            count.record(())
            return "\(name) \(number / 10)"
        }
    }

    @Test func valueIsComputedOnceForAllObserversAndOnlyForItsParts() {
        let count = Recorder<Void>()
        let selector = Self.selector(count)
        let values = Recorder<String>()
        let observations = (0..<10).map { _ in store.observe(selector) { values.record($0) } }
        #expect(count.events.count == 1)
        store.change { $0.visits = 1 }
        #expect(count.events.count == 1)
        store.change { $0.name = "wall" }
        #expect(count.events.count == 2)
        store.change { $0.inner.count = 1 }
        #expect(count.events.count == 3)
        #expect(values.events == Array(repeating: "shelf 0", count: 10) + Array(repeating: "wall 0", count: 10))
        withExtendedLifetime(observations) {}
    }

    @Test func readersOfAModelAreNotifiedOnlyOfTheValue() {
        let count = Recorder<Void>()
        let selector = Self.selector(count)
        let model = ObservableStore(store)
        let readers = (0..<10).map { _ in Reader { model.select(selector) } }
        store.change { $0.visits = 1 }
        store.change { $0.inner.count = 1 }
        #expect(readers.allSatisfy { $0.notified == 0 })
        store.change { $0.inner.count = 10 }
        #expect(readers.allSatisfy { $0.values == ["shelf 0", "shelf 1"] })
        #expect(count.events.count == 3)
    }

    /// Returns a selector that is made at each read, as in the `body` of a view, with a token that
    /// counts living ones.
    private func makeSelector(_ alive: Tally, scale: Int = 1) -> StateSelector<Shelf, Int> {
        let token = Token(alive)
        return StateSelector(\Shelf.visits) { visits in withExtendedLifetime(token) { visits / scale } }
    }

    @Test func selectorMadeForOneReadIsReleased() {
        let alive = Tally()
        let model = ObservableStore(store)
        #expect(model.select(makeSelector(alive)) == 0)
        #expect(alive.count == 0)
        let reader = Reader { model.select(makeSelector(alive)) }
        let other = Reader { "\(model.name) \(model.select(makeSelector(alive, scale: 10)))" }
        #expect(alive.count == 2)
        for number in 1...20 { store.change { ($0.visits, $0.name) = (number, "\(number)") } }
        #expect(reader.values == Array(0...20))
        #expect(other.values.last == "20 2")
        store.change { $0.visits = 100 }
        // The other selector was read again before, for the name only. One selector is left for
        // each reader.
        #expect(alive.count == 2)
        for end in [reader.end, other.end] { end() }
        store.change { ($0.visits, $0.name) = (0, "") }
        #expect(alive.count == 0)
    }

    @Test func selectorsMadeForEachReadAreReleasedWithoutChanges() {
        let alive = Tally()
        let model = ObservableStore(store)
        let turn = Turn()
        let reader = Reader { "\(turn.number) \(model.select(makeSelector(alive)))" }
        for _ in 0..<1_000 { turn.number += 1 }
        #expect(reader.values.count == 1_001)
        #expect(alive.count < 100)
        store.change { $0.visits = 1 }
        #expect(reader.values.last == "1000 1")
        #expect(alive.count == 1)
    }

    /// Another object that a view reads, which changes independently of the store.
    @MainActor @Observable final class Turn {
        var number = 0
    }

    @Test func storedSelectorIsAwaitedByAllItsReaders() {
        let model = ObservableStore(store)
        let count = Recorder<Void>()
        let selector = Self.selector(count)
        let first = Reader { model.select(selector) }
        let second = Reader { "\(model.visits) \(model.select(selector))" }
        store.change { $0.visits = 1 }
        store.change { $0.name = "wall" }
        first.end()
        store.change { $0.name = "desk" }
        store.change { $0.name = "bed" }
        #expect(first.values == ["shelf 0", "wall 0"])
        #expect(second.values == ["0 shelf 0", "1 shelf 0", "1 wall 0", "1 desk 0", "1 bed 0"])
        #expect(count.events.count == 4)
    }

    #if DEBUG
    @Test func unstoredSelectorIsReportedOnce() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = makeShelf()
                let model = ObservableStore(store)
                let kept = StateSelector(\Shelf.name) { name in name }
                let readers = [
                    Reader { model.select(StateSelector(\Shelf.visits) { "\($0)" }) }, Reader { model.select(kept) },
                ]
                for number in 1...3 { store.change { ($0.visits, $0.name) = (number, "\(number)") } }
                precondition(readers.map(\.values) == [["0", "1", "2", "3"], ["shelf", "1", "2", "3"]])
            }
        }
        let lines = (result?.standardErrorContent).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: "\n").filter { $0.hasPrefix("Rex:") }
        #expect(lines?.count == 1)
        #expect(lines?.first?.contains("made at RexObservationTests/SelectorTests.swift:") == true)
        #expect(lines?.first?.contains("Make it once") == true)
    }

    /// A screen with a selector of its own that was closed and is opened again.
    @Test func selectorWhoseOwnerIsGoneIsNotReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = makeShelf()
                let model = ObservableStore(store)
                for number in 1...4 {
                    let selector = StateSelector(\Shelf.visits) { "\($0)" }
                    // The reader still waits when its selector is gone.
                    withObservationTracking {
                        _ = model.select(selector)
                    } onChange: {
                    }
                    store.change { $0.name = "\(number)" }
                    withExtendedLifetime(selector) {}
                }
                store.change { $0.visits = 10 }
            }
        }
        #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains("Rex:") == false)
    }
    #endif

    @Test func valueIsComputedFromTheParts() {
        let selector = StateSelector(\Shelf.look) { look in look.size }
        var shelf = Shelf()
        #expect(selector.value(of: shelf) == 1)
        shelf.look.size = 4
        #expect(selector.value(of: shelf) == 4)
    }

    /// Selectors of one, two and three parts.
    ///
    /// Each returns a text of its parts, in order.
    nonisolated private static func selectors(_ computations: Tally) -> [StateSelector<Ledger, String>] {
        @Sendable func text(_ figures: Figure...) -> String {
            computations.add()
            return figures.map { "\($0.number)" }.joined(separator: " ")
        }
        return [
            StateSelector(\.first) { text($0) },
            StateSelector(\.first, \.second) { text($0, $1) },
            StateSelector(\.first, \.second, \.page.figure) { text($0, $1, $2) },
        ]
    }

    @Test(arguments: 1...3) func selectorComputesOnlyAfterAChangeOfItsParts(count: Int) {
        let computations = Tally()
        let selector = Self.selectors(computations)[count - 1]
        var ledger = Ledger()
        var numbers = [0, 0, 0]
        func value() -> String { selector.value(of: ledger) }
        func expectation() -> String { numbers.prefix(count).map { "\($0)" }.joined(separator: " ") }
        #expect(value() == expectation())
        let parts: [WritableKeyPath<Ledger, Figure>] = [\.first, \.second, \.page.figure, \.page.other]
        for round in 1...2 {
            for (place, part) in parts.enumerated() {
                ledger[keyPath: part].salt += 1
                let unneeded = computations.added { #expect(value() == expectation()) }
                #expect(unneeded == 0)
                ledger[keyPath: part].number = 10 * round + place
                if place < 3 { numbers[place] = 10 * round + place }
                let computed = computations.added { #expect((value(), value()) == (expectation(), expectation())) }
                #expect(computed == (place < count ? 1 : 0), "part \(place), round \(round)")
            }
        }
    }

    @Test func threadsWithOneSelectorGetTheValuesOfTheirStates() {
        let selector = StateSelector(\Shelf.name) { name in "\(name)!" }
        onThreads(4) { index in
            var shelf = Shelf()
            for number in 0..<200 {
                shelf.name = "\(number % 2) of \(index % 2)"
                #expect(selector.value(of: shelf) == shelf.name + "!")
            }
        }
    }

    @Test func equalResultOfANewComputationDoesNotNotify() {
        let figures = StateSelector(\Ledger.number) { number in Figure(number: number / 10, salt: number) }
        let store = makeLedger()
        let model = ObservableStore(store)
        let reader = Reader { model.select(figures).number }
        let observed = Recorder<Int>()
        let subscription = store.observe(figures) { observed.record($0.number) }
        for number in [1, 2, 10, 11, 0] { store.dispatch { $0.number = number } }
        #expect(reader.values == [0, 1, 0])
        #expect(observed.events == [0, 1, 0])
        withExtendedLifetime(subscription) {}
    }
}
