// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore
import RexTesting
import Testing

/// The contract of optimistic states.
@Suite struct OptimisticContractTests {
    private let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)

    private func reduced(_ actions: [CardsAction], from base: [Card] = []) -> Cards {
        var state = Cards(base)
        for action in actions { cards.reduce(action, &state) }
        return state
    }

    private func shown(_ base: [Card], _ actions: [CardAction]) -> [Card] {
        var cards = base
        for action in actions { reduceCards(action, &cards) }
        return cards
    }

    // MARK: 1

    @Test func shownIsPendingReplayedOverBaseAfterEveryAction() {
        let program: [CardsAction] = [
            .perform(OutboxID(1), .add("a", "A")), .perform(OutboxID(2), .write("a", "!")),
            .server(.add("s", "S")), .perform(OutboxID(3), .moveToFront("a")),
            .confirmed(OutboxID(2)), .rejected(OutboxID(1)), .renamed("a", "b"), .server(.remove("s")),
            .confirmed(OutboxID(3), [.add("z", "Z")]),
        ]
        var state = Cards([Card(id: "0", text: "0")])
        for action in program {
            cards.reduce(action, &state)
            #expect(state.shown == shown(state.base, state.pending.map(\.action)), "after \(action)")
        }
        #expect(state.base.map(\.id) == ["0", "z"])
        #expect(state.pending.isEmpty)
    }

    @Test func observersSeeOneChangeForAnAction() {
        let store = Store(initialState: Cards([]), reducer: cards)
        for number in 0..<10 { store.dispatch(.perform(OutboxID(number), .add("\(number)", ""))) }
        let seen = Lock<[[String]]>([])
        let subscription = store.observe { state in seen.withLock { $0.append(state.shown.map(\.id)) } }
        store.dispatch(.server(.add("s", "")))
        store.dispatch(.rejected(OutboxID(0)))
        let names = (0..<10).map { "\($0)" }
        // An observer first gets the current state.
        #expect(seen.withLock { $0 } == [names, ["s"] + names, ["s"] + names.dropFirst()])
        subscription.cancel()
    }

    // MARK: 2

    @Test func actionLeavesOnlyByConfirmationOrRejection() {
        let performed: [CardsAction] = [
            .perform(OutboxID(1), .add("a", "")), .perform(OutboxID(2), .add("b", "")),
        ]
        let others: [CardsAction] = [
            .server(.remove("a")), .renamed("a", "c"), .renamed("x", "y"), .confirmed(OutboxID(9)),
            .rejected(OutboxID(9)),
            .perform(OutboxID(3), .remove("b")),
        ]
        #expect(reduced(performed + others).pending.map(\.id) == [OutboxID(1), OutboxID(2), OutboxID(3)])
        #expect(
            reduced(performed + others + [.confirmed(OutboxID(1))]).pending.map(\.id) == [OutboxID(2), OutboxID(3)]
        )
        #expect(reduced(performed + others + [.rejected(OutboxID(2))]).pending.map(\.id) == [OutboxID(1), OutboxID(3)])
    }

    @Test func concurrentServerActionsStay() {
        let state = reduced(
            [
                .perform(OutboxID(1), .write("a", "1")), .server(.write("a", "s")),
                .perform(OutboxID(2), .write("a", "2")),
                .server(.add("b", "B")), .rejected(OutboxID(1)),
            ],
            from: [Card(id: "a", text: "")]
        )
        #expect(state.shown == [Card(id: "a", text: "s2"), Card(id: "b", text: "B")])
        #expect(state.base == [Card(id: "a", text: "s"), Card(id: "b", text: "B")])
    }

    @Test func confirmationInTheMiddleIsAppliedBeforePendingActions() {
        let state = reduced(
            [
                .perform(OutboxID(1), .write("a", "1")), .perform(OutboxID(2), .write("a", "2")),
                .perform(OutboxID(3), .write("a", "3")), .confirmed(OutboxID(2)),
            ],
            from: [Card(id: "a", text: "")]
        )
        #expect(state.base == [Card(id: "a", text: "2")])
        #expect(state.shown == [Card(id: "a", text: "213")])
    }

    @Test func confirmationMayReplaceTheAction() {
        let state = reduced([
            .perform(OutboxID(1), .add("a", "  text ")),
            .confirmed(OutboxID(1), [.add("a", "text"), .moveToFront("a")]),
        ])
        #expect(state.shown == [Card(id: "a", text: "text")])
        #expect(state.base == state.shown)
    }

    @Test func repeatedEventsCountOnce() {
        let once: [CardsAction] = [.perform(OutboxID(1), .add("a", "")), .confirmed(OutboxID(1), [.add("b", "")])]
        #expect(reduced(once + [.confirmed(OutboxID(1), [.add("b", "")])]) == reduced(once))
        #expect(reduced(once + [.rejected(OutboxID(1))]) == reduced(once))
        let performed: [CardsAction] = [.perform(OutboxID(1), .add("a", ""))]
        #expect(reduced(performed + [.perform(OutboxID(1), .add("b", ""))]) == reduced(performed))
        #expect(reduced(performed + performed).pending.map(\.id) == [OutboxID(1)])
        #expect(reduced(performed + [.rejected(OutboxID(1))]).pending.isEmpty)
    }
}
