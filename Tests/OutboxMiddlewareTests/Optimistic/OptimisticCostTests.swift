// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore
import Testing

/// The number of reducer calls of an optimistic state.
@Suite struct OptimisticCostTests {
    private let calls = Lock(0)

    private func reducer() -> Reducer<CardAction, [Card]> {
        .reduce { [calls] action, cards in
            calls.withLock { $0 += 1 }
            reduceCards(action, &cards)
        }
    }

    private func numbers() -> Reducer<Int, Tally> {
        .reduce { [calls] number, tally in
            calls.withLock { $0 += 1 }
            tally.values.append(number)
        }
    }

    private func callsOf(_ body: () -> Void) -> Int {
        calls.withLock { $0 = 0 }
        body()
        return calls.withLock { $0 }
    }

    @Test func confirmationOfTheFirstActionNeedsNoReplay() {
        let reducer = numbers().optimistic()
        var state = Optimistic<Tally, Int>(Tally())
        for number in 0..<100 { reducer.reduce(.perform(OutboxID(number), number), &state) }
        for number in 0..<100 {
            #expect(callsOf { reducer.reduce(.confirmed(OutboxID(number)), &state) } == 1)
            #expect(state.shown.values == Array(0..<100))
            #expect(state.base.values == Array(0...number))
        }
    }

    @Test func predictedConfirmationOfTheFirstActionNeedsNoReplay() {
        let reducer = reducer().optimistic()
        var state = Cards([])
        for number in 0..<100 { reducer.reduce(.perform(OutboxID(number), .add("\(number)", "")), &state) }
        let shown = state.shown
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(0), [.add("0", "")]), &state) } == 2)
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(1), [.remove("x"), .add("1", "")]), &state) } == 3)
        #expect(state.shown == shown)
        #expect(state.base.map(\.id) == ["0", "1"])
        // A confirmation with a different result is replayed.
        let another = callsOf { reducer.reduce(.confirmed(OutboxID(2), [.add("2", "!")]), &state) }
        #expect(another == 99)
        let replayed = state.shown.filter { card in card.text == "!" }
        #expect(replayed.count == 1)
    }

    @Test func predictedStateThatIsNotEqualToItselfNeedsNoReplay() {
        let reducer = Reducer<Double, Double>.reduce { [calls] number, sum in
            calls.withLock { $0 += 1 }
            sum += number
        }
        .optimistic()
        var state = Optimistic<Double, Double>(.nan)
        for number in 0..<10 { reducer.reduce(.perform(OutboxID(number), 1), &state) }
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(0), [1]), &state) } == 2)
    }

    @Test func otherEventsReplayPendingActions() {
        let reducer = numbers().optimistic(rewrite: { $0 == $1 ? $2 : $0 })
        var state = Optimistic<Tally, Int>(Tally())
        for number in 0..<10 {
            #expect(callsOf { reducer.reduce(.perform(OutboxID(number), number), &state) } == 1)
        }
        #expect(callsOf { reducer.reduce(.server(100), &state) } == 1 + 10)
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(5)), &state) } == 1 + 9)
        #expect(callsOf { reducer.reduce(.rejected(OutboxID(9)), &state) } == 8)
        #expect(callsOf { reducer.reduce(.renamed(8, 80), &state) } == 8)
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(0), [0]), &state) } == 1 + 7)
        #expect(state.shown.values == [100, 5, 0, 1, 2, 3, 4, 6, 7, 80])
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(0)), &state) } == 0)
        #expect(callsOf { reducer.reduce(.rejected(OutboxID(0)), &state) } == 0)
        #expect(callsOf { reducer.reduce(.perform(OutboxID(1), 1), &state) } == 0)
    }

    @Test func nothingIsReplayedWithoutPendingActions() {
        let reducer = numbers().optimistic(rewrite: { $0 == $1 ? $2 : $0 })
        var state = Optimistic<Tally, Int>(Tally())
        #expect(callsOf { reducer.reduce(.server(1), &state) } == 1)
        #expect(callsOf { reducer.reduce(.renamed(1, 2), &state) } == 0)
        reducer.reduce(.perform(OutboxID(1), 2), &state)
        #expect(callsOf { reducer.reduce(.rejected(OutboxID(1)), &state) } == 0)
        reducer.reduce(.perform(OutboxID(2), 2), &state)
        #expect(callsOf { reducer.reduce(.confirmed(OutboxID(2), [3]), &state) } == 1)
        #expect(state.shown.values == [1, 3])
    }

    @Test func stateWithoutPendingActionsSharesItsStorage() {
        let reducer = numbers().optimistic()
        var state = Optimistic<Tally, Int>(Tally(values: [1]))
        for confirmation: OptimisticAction<Int> in [.confirmed(OutboxID(1)), .rejected(OutboxID(1)), .server(3)] {
            reducer.reduce(.perform(OutboxID(1), 2), &state)
            reducer.reduce(confirmation, &state)
            if state.pending.isEmpty {
                #expect(address(of: state.shown.values) == address(of: state.base.values))
            }
        }
    }

    private func address(of values: [Int]) -> Int {
        unsafe values.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    }
}
