// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// The work of a model for a change of the state.
@MainActor @Suite struct WorkTests {
    private typealias Change = @Sendable (inout Ledger) -> Void

    private let store = makeLedger()
    private let model: ObservableStore<Change, Ledger>

    init() {
        model = ObservableStore(store)
    }

    private func lines() -> ObservableElements<Never, Ledger.Line> {
        model.elements(\.lines, action: { (_: ElementIDAction<Int, Never>) in { _ in } })
    }

    private func comparisons(_ change: @escaping Change) -> [Int] {
        let tallies = { (ledger: Ledger) in
            [ledger.first, ledger.second, ledger.page.figure, ledger.page.other].map(\.comparisons)
                + ledger.lines.map(\.figure.comparisons)
        }
        let all = tallies(store.state)
        let before = all.map(\.count)
        store.dispatch(change)
        return zip(all, before).map { $0.count - $1 }
    }

    /// Reads all parts that ``comparisons(_:)`` counts.
    ///
    /// Each part has two readers. One of them reads it twice.
    private func readAll() -> [Reader<Int>] {
        let reads: [@MainActor @Sendable () -> Int] =
            [
                { [model] in model.first.number },
                { [model] in model.second.number },
                { [model] in page(of: model).figure.number },
                { [model] in page(of: model).other.number },
            ] + lines().map { line in { @MainActor @Sendable in line.figure.number } }
        return reads.flatMap { read in [Reader(read), Reader { read() + read() }] }
    }

    @Test func changeComparesEachPartWithDifferentBytesOnce() {
        let readers = readAll()
        #expect(comparisons { $0.number += 1 } == [0, 0, 0, 0, 0, 0, 0, 0])
        for _ in 0..<3 {
            #expect(comparisons { $0.first.salt += 1 } == [1, 0, 0, 0, 0, 0, 0, 0])
            #expect(comparisons { $0.page.other.salt += 1 } == [0, 0, 0, 1, 0, 0, 0, 0])
            #expect(comparisons { $0.lines[2].figure.salt += 1 } == [0, 0, 0, 0, 0, 0, 1, 0])
            #expect(comparisons { $0.lines[2].other.salt += 1 } == [0, 0, 0, 0, 0, 0, 0, 0])
        }
        #expect(readers.allSatisfy { $0.notified == 0 })
    }

    @Test func changeDoesNotCompareChangedPartsUntilTheyAreReadAgain() {
        let readers = [
            Reader(readsAgain: false) { [model] in model.first.number },
            Reader(readsAgain: false) { [model] in page(of: model).other.number },
            Reader(readsAgain: false) { lines()[1].figure.number },
        ]
        let change: Change = { ledger in
            ledger.first.number += 1
            ledger.page.other.number += 1
            ledger.lines[1].figure.number += 1
        }
        // Unequal values are compared once more, since a value may be unequal to itself.
        #expect(comparisons(change) == [2, 0, 0, 2, 0, 2, 0, 0])
        #expect(comparisons(change) == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(readers.map(\.notified) == [1, 1, 1])
        for reader in readers { reader.track() }
        #expect(comparisons(change) == [2, 0, 0, 2, 0, 2, 0, 0])
        #expect(readers.map(\.values) == [[0, 2], [0, 2], [0, 2]])
        #expect(readers.map(\.notified) == [2, 2, 2])
    }

    @Test func computedPartIsComputedOnceForAChangeForAllReaders() {
        let computations = store.state.computations
        let first = computations.added { #expect((model.double, model.double) == (0, 0)) }
        #expect(first == 1)
        let change = computations.added { store.dispatch { $0.number = 4 } }
        #expect(change == 1)
        let again = computations.added { #expect((model.double, model.double) == (8, 8)) }
        #expect(again == 1)
    }

    @Test func changedListIsNotComputedUntilItIsReadAgain() {
        let computations = store.state.computations
        let reader = Reader(readsAgain: false) { [model] in
            model.elements(\.computedLines, action: { (_: ElementIDAction<Int, Never>) in { _ in } }).count
        }
        func computed(_ change: @escaping Change) -> Int { computations.added { store.dispatch(change) } }
        let changes: [Change] = [{ $0.number += 1 }, { $0.lines.removeLast() }, { $0.lines.removeLast() }]
        #expect(changes.map(computed) == [1, 1, 0])
        #expect(reader.notified == 1)
        reader.track()
        #expect(changes.map(computed) == [1, 1, 0])
        #expect(reader.values == [4, 2])
    }

    @Test func equalityTakesPrecedenceOverContents() {
        let figure = Reader { [model] in model.first.salt }
        store.dispatch { $0.first.salt = 1 }
        #expect(figure.notified == 0)
        #expect(model.first.salt == 1)
    }

    @Test func stateThatArrivesDuringNotificationIsNotLost() async {
        let store = makeLedger(executor: .immediate)
        let model = ObservableStore(store)
        let reader = Reader {
            if model.number == 1 { JoinableThread { store.dispatch { $0.number = 2 } }.join() }
            return model.number
        }
        JoinableThread { store.dispatch { $0.number = 1 } }.join()
        for _ in 0..<3 { await Task { @MainActor in }.value }
        #expect(reader.values == [0, 1, 2])
    }
}

@MainActor private func page(
    of model: ObservableStore<@Sendable (inout Ledger) -> Void, Ledger>
) -> ObservableStore<Int, Ledger.Page> {
    model.scope(action: { (_: Int) in { _ in } }, state: \.page)
}
