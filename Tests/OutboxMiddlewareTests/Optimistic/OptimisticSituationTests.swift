// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import RexCore
import Testing

/// Situations of optimistic changes that go wrong elsewhere, and what is shown in the end.
@Suite struct OptimisticSituationTests {
    private let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)

    // Where rows are kept as they were before each change, taking back the rest of a batch, part of
    // which the server has under names of its own, restores rows that nobody has any more.
    @Test func undoOfAHalfConfirmedBatchMapsTemporaryAndServerNames() {
        var state = Cards([Card(id: "7", text: "there")])
        let batch: [CardAction] = [
            .add("new-1", "one"), .add("new-2", "two"), .write("new-1", "!"), .moveToFront("new-1"),
        ]
        for (number, action) in batch.enumerated() { cards.reduce(.perform(OutboxID(number), action), &state) }
        // The first one was made as 41; somebody else writes to it before this device knows.
        cards.reduce(.renamed("new-1", "41"), &state)
        cards.reduce(.confirmed(OutboxID(0)), &state)
        cards.reduce(.server(.write("41", "?")), &state)
        #expect(state.shown.map(\.id) == ["41", "7", "new-2"])
        #expect(state.shown.first?.text == "one?!")
        for number in [3, 1, 2] { cards.reduce(.rejected(OutboxID(number)), &state) }
        #expect(state.shown == [Card(id: "7", text: "there"), Card(id: "41", text: "one?")])
        #expect(state.base == state.shown)
    }

    @Test(arguments: [true, false]) func aNameMayComeBeforeOrWithTheConfirmation(isFirst: Bool) {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("new", "text")), &state)
        cards.reduce(.perform(OutboxID(2), .write("new", "!")), &state)
        let confirmation = CardsAction.confirmed(OutboxID(1), [.add("41", "text")])
        for action in isFirst ? [.renamed("new", "41"), confirmation] : [confirmation, .renamed("new", "41")] {
            cards.reduce(action, &state)
        }
        #expect(state.shown == [Card(id: "41", text: "text!")])
        #expect(state.pending.map(\.action) == [.write("41", "!")])
    }

    @Test func changesOfOneCardFromTwoPlacesArePutTogether() {
        var state = Cards([Card(id: "a", text: "")])
        cards.reduce(.perform(OutboxID(1), .write("a", "mine")), &state)
        cards.reduce(.server(.remove("a")), &state)
        #expect(state.shown.isEmpty)
        cards.reduce(.server(.add("a", "theirs ")), &state)
        #expect(state.shown == [Card(id: "a", text: "theirs mine")])
    }

    @Test func aStateIsReadBackAsItWas() throws {
        var state = Cards([Card(id: "a", text: "A")])
        let confirmed = try JSONEncoder().encode(state)
        #expect(String(decoding: confirmed, as: UTF8.self).contains("shown") == false)
        #expect(try JSONDecoder().decode(Cards.self, from: confirmed) == state)
        cards.reduce(.perform(OutboxID(1), .write("a", "1")), &state)
        cards.reduce(.perform(OutboxID(2), .add("b", "B")), &state)
        var read = try JSONDecoder().decode(Cards.self, from: JSONEncoder().encode(state))
        #expect(read == state)
        for action: CardsAction in [.rejected(OutboxID(1)), .confirmed(OutboxID(2), [.add("c", "C")])] {
            cards.reduce(action, &read)
        }
        #expect(read.shown == [Card(id: "a", text: "A"), Card(id: "c", text: "C")])
    }

    @Test func aDecodedStateHasEachIdentityOnce() throws {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("a", "A")), &state)
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        let pending = try #require(text.firstMatch(of: /"pending":\[(.*?)\]/))
        let twice = text.replacing(pending.0, with: "\"pending\":[\(pending.1),\(pending.1)]")
        let read = try JSONDecoder().decode(Cards.self, from: Data(twice.utf8))
        #expect(read.pending.count == 1)
    }
}
