// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import RexCore
import Testing

/// Optimistic changes that fail in other libraries, and the states that Rex shows.
@Suite struct OptimisticSituationTests {
    private let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)

    // A library that restores the previous rows of each change shows rows with old names here: the server
    // has confirmed and renamed a part of the batch.
    @Test func undoOfAHalfConfirmedBatchMapsTemporaryAndServerNames() {
        var state = Cards([Card(id: "7", text: "there")])
        let batch: [CardAction] = [
            .add("new-1", "one"), .add("new-2", "two"), .write("new-1", "!"), .moveToFront("new-1"),
        ]
        for (number, action) in batch.enumerated() { cards.reduce(.perform(OutboxID(number), action), &state) }
        // The server has created the first card as 41, and another device has written to it.
        cards.reduce(.renamed("new-1", "41"), &state)
        cards.reduce(.confirmed(OutboxID(0)), &state)
        cards.reduce(.server(.write("41", "?")), &state)
        #expect(state.shown.map(\.id) == ["41", "7", "new-2"])
        #expect(state.shown.first?.text == "one?!")
        for number in [3, 1, 2] { cards.reduce(.rejected(OutboxID(number)), &state) }
        #expect(state.shown == [Card(id: "7", text: "there"), Card(id: "41", text: "one?")])
        #expect(state.base == state.shown)
    }

    @Test(arguments: [true, false]) func nameMayArriveBeforeOrWithTheConfirmation(isFirst: Bool) {
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

    // TanStack DB 893: a view with the temporary name edits a row after the server has replaced the name.
    @Test func editWithTheTemporaryNameAfterTheRenameIsShown() throws {
        var state = Cards([])
        for action: CardsAction in [
            .perform(OutboxID(1), .add("new", "a")), .confirmed(OutboxID(1), [.add("7", "a")]), .renamed("new", "7"),
            .perform(OutboxID(2), .write("new", " late")),
        ] { cards.reduce(action, &state) }
        #expect(state.shown == [Card(id: "7", text: "a late")])
        #expect(state.pending.map(\.action) == [.write("7", " late")])
        #expect(state.currentName(of: "new") == "7" && state.currentName(of: "x") == "x")
        // An app may repeat the rename at each answer.
        let before = state
        cards.reduce(.renamed("new", "7"), &state)
        #expect(state == before)
        // The name is known after a restart too.
        var read = try JSONDecoder().decode(Cards.self, from: JSONEncoder().encode(state))
        #expect(read.currentName(of: "new") == "7")
        cards.reduce(.perform(OutboxID(3), .write("new", "!")), &read)
        #expect(read.shown == [Card(id: "7", text: "a late!")])
    }

    @Test func namesAreReplacedInSequence() {
        var state = Cards([Card(id: "c", text: ""), Card(id: "b", text: "")])
        for (old, new) in [("a", "b"), ("b", "c"), ("x", "a"), ("a", "b"), ("y", "y")] {
            cards.reduce(.renamed(old, new), &state)
        }
        // The second rename of a to b counts, since x was renamed to a in between.
        #expect(["a", "b", "c", "x", "y"].map { state.currentName(of: $0) } == ["c", "c", "c", "b", "y"])
        for (number, name) in ["a", "x"].enumerated() {
            cards.reduce(.perform(OutboxID(number), .write(name, name)), &state)
        }
        #expect(state.shown.map(\.text) == ["a", "x"])
    }

    // TanStack DB 1442: a live stream delivers the server's row before the answer.
    @Test(arguments: [true, false]) func rowFromTheStreamIsShownOnce(isFirst: Bool) throws {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("new", "a")), &state)
        let result = CardsAction.result(of: OutboxID(1), .add("7", "a"))
        let answer = CardsAction.confirmed(OutboxID(1), [.add("7", "a")])
        for action in isFirst ? [result, answer, result] : [answer, result, result] {
            cards.reduce(action, &state)
            #expect(state.shown == [Card(id: "7", text: "a")] && state.base == state.shown)
            state = try JSONDecoder().decode(Cards.self, from: JSONEncoder().encode(state))
        }
    }

    // After a crash in between, the outbox still has the entry, and the app performs it again.
    @Test func entryWithAnArrivedResultIsNotShownAgain() throws {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("new", "a")), &state)
        cards.reduce(.result(of: OutboxID(1), .add("7", "a")), &state)
        var read = try JSONDecoder().decode(Cards.self, from: JSONEncoder().encode(state))
        cards.reduce(.perform(OutboxID(1), .add("new", "a")), &read)
        cards.reduce(.confirmed(OutboxID(1)), &read)
        #expect(read.shown == [Card(id: "7", text: "a")] && read.base == read.shown)
    }

    @Test func resultOfAnotherDeviceIsAServerAction() {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("new", "a")), &state)
        cards.reduce(.result(of: OutboxID(9), .add("8", "theirs")), &state)
        cards.reduce(.result(of: nil, .add("9", "theirs")), &state)
        // A rejected action has no result, so this is the result of another device.
        cards.reduce(.rejected(OutboxID(1)), &state)
        cards.reduce(.result(of: OutboxID(1), .add("7", "a")), &state)
        #expect(state.base.map(\.id) == ["8", "9", "7"] && state.shown == state.base)
    }

    // A pull that starts before a confirmation and arrives after it undid the confirmed change.
    @Test func stateRequestedBeforeAConfirmationIsDropped() throws {
        let tallies = Reducer<Int, Int>.reduce { $1 = $0 >= 0 ? $0 : $1 - $0 }.optimistic()
        var likes = Optimistic<Int, Int>(0)
        let mark = likes.mark
        tallies.reduce(.perform(OutboxID(1), -1), &likes)
        tallies.reduce(.confirmed(OutboxID(1)), &likes)
        tallies.reduce(.perform(OutboxID(2), -1), &likes)
        #expect(!likes.isStale)
        tallies.reduce(.pulled(0, askedAt: mark), &likes)
        #expect(likes.shown == 2 && likes.base == 1 && likes.isStale)
        likes = try JSONDecoder().decode(Optimistic<Int, Int>.self, from: JSONEncoder().encode(likes))
        #expect(likes.isStale)
        tallies.reduce(.pulled(1, askedAt: likes.mark), &likes)
        #expect(likes.shown == 2 && !likes.isStale)
    }

    // Replicache 810: a pulled counter already contains the increment, which is not confirmed yet.
    @Test func statePulledDuringPendingActionsIsPulledAgain() throws {
        let tallies = Reducer<Int, Int>.reduce { $1 = $0 >= 0 ? $0 : $1 - $0 }.optimistic()
        var count = Optimistic<Int, Int>(0)
        for number in 1...3 { tallies.reduce(.perform(OutboxID(number), -1), &count) }
        tallies.reduce(.pulled(1, askedAt: count.mark), &count)
        tallies.reduce(.perform(OutboxID(4), -1), &count)
        tallies.reduce(.confirmed(OutboxID(1)), &count)
        #expect(count.base == 2 && !count.isStale)
        for id in [2, 3] { tallies.reduce(.rejected(OutboxID(id)), &count) }
        count = try JSONDecoder().decode(Optimistic<Int, Int>.self, from: JSONEncoder().encode(count))
        tallies.reduce(.confirmed(OutboxID(4)), &count)
        #expect(count.shown == 3 && count.isStale)
        tallies.reduce(.pulled(2, askedAt: count.mark), &count)
        #expect(count.shown == 2 && count.base == 2 && !count.isStale)
    }

    @Test func actionsAfterAPullOrRejectedOnesKeepItCertain() {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("a", "")), &state)
        cards.reduce(.pulled(.add("b", ""), askedAt: state.mark), &state)
        cards.reduce(.perform(OutboxID(2), .add("c", "")), &state)
        cards.reduce(.rejected(OutboxID(1)), &state)
        cards.reduce(.confirmed(OutboxID(2)), &state)
        #expect(state.base.map(\.id) == ["b", "c"] && !state.isStale)
    }

    @Test func markOfARestoredStateDiffers() {
        let start = Cards([])
        var (one, other) = (start, start)
        for number in 1...2 {
            cards.reduce(.perform(OutboxID(number), .add("a", "")), &one)
            cards.reduce(.confirmed(OutboxID(number)), &one)
            cards.reduce(.perform(OutboxID(number + 5), .add("a", "")), &other)
            cards.reduce(.confirmed(OutboxID(number + 5)), &other)
        }
        cards.reduce(.pulled(.remove("a"), askedAt: one.mark), &other)
        #expect(other.isStale && other.shown.count == 2)
    }

    @Test func changesOfACardFromTwoPlacesAreMerged() {
        var state = Cards([Card(id: "a", text: "")])
        cards.reduce(.perform(OutboxID(1), .write("a", "mine")), &state)
        cards.reduce(.server(.remove("a")), &state)
        #expect(state.shown.isEmpty)
        cards.reduce(.server(.add("a", "theirs ")), &state)
        #expect(state.shown == [Card(id: "a", text: "theirs mine")])
    }

    @Test func stateIsDecodedUnchanged() throws {
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

    @Test func stateOfTheOldFormatIsDecoded() throws {
        let text = """
            {"base":[{"id":"a","text":"A"}],"shown":[{"id":"a","text":"A!"}],
            "pending":[{"id":"00000000000000000000000000000001","action":{"write":{"_0":"a","_1":"!"}}}]}
            """
        var read = try JSONDecoder().decode(Cards.self, from: Data(text.utf8))
        #expect(read.shown == [Card(id: "a", text: "A!")] && !read.isStale && read.mark == Cards([]).mark)
        cards.reduce(.confirmed(OutboxID(1)), &read)
        #expect(read.base == [Card(id: "a", text: "A!")])
        #expect(try JSONDecoder().decode(Cards.self, from: Data(#"{"base":[]}"#.utf8)) == Cards([]))
    }

    @Test func undecodableRenamesAreKept() throws {
        var state = Optimistic<[Int], Int>([])
        let numbers = Reducer<Int, [Int]>.reduce { $1.append($0) }
        let named = numbers.optimistic { (action: Int, old: Int, new: Int) in action == old ? new : action }
        named.reduce(.renamed(-1, 7), &state)
        state = try JSONDecoder().decode(Optimistic<[Int], Int>.self, from: JSONEncoder().encode(state))
        let other = numbers.optimistic { (action: Int, old: String, new: String) in
            "\(action)" == old ? Int(new) ?? 0 : action
        }
        other.reduce(.renamed("-2", "8"), &state)
        other.reduce(.perform(OutboxID(1), -2), &state)
        other.reduce(.perform(OutboxID(2), -1), &state)
        state = try JSONDecoder().decode(Optimistic<[Int], Int>.self, from: JSONEncoder().encode(state))
        named.reduce(.perform(OutboxID(3), -1), &state)
        other.reduce(.perform(OutboxID(4), -2), &state)
        #expect(state.shown == [8, -1, 7, 8])
        #expect(state.currentName(of: -1) == 7 && state.currentName(of: "-2") == "8")
    }

    @Test func uncodableNamesAreNotEncoded() throws {
        struct Name: Hashable, Sendable { let number: Int }
        let numbers = Reducer<Int, [Int]>.reduce { $1.append($0) }
        let named = numbers.optimistic { (action: Int, old: Name, new: Name) in
            action == old.number ? new.number : action
        }
        var state = Optimistic<[Int], Int>([])
        named.reduce(.renamed(Name(number: -1), Name(number: 7)), &state)
        #expect(String(decoding: try JSONEncoder().encode(state), as: UTF8.self) == #"{"base":[]}"#)
        named.reduce(.perform(OutboxID(1), -1), &state)
        #expect(state.shown == [7])
    }

    @Test func lastThousandRenamesAreKept() {
        var state = Cards([])
        for number in 0...1_000 { cards.reduce(.renamed("new \(number)", "\(number)"), &state) }
        #expect(state.currentName(of: "new 0") == "new 0")
        #expect(state.currentName(of: "new 1") == "1" && state.currentName(of: "new 1000") == "1000")
    }

    @Test func lastThousandConfirmedIDsAreKnownAndConsecutiveOnesShareARange() throws {
        var state = Cards([])
        func confirm(_ number: Int) {
            cards.reduce(.perform(OutboxID(number), .add("\(number)", "")), &state)
            cards.reduce(.confirmed(OutboxID(number)), &state)
        }
        // In an order where each third one closes a gap.
        for number in stride(from: 0, to: 3_000, by: 3) { for offset in [0, 2, 1] { confirm(number + offset) } }
        for number in 1...999 { confirm(10_000 * number) }
        let size = try JSONEncoder().encode(state).count
        #expect(size < 200_000)
        func isKnown(_ number: Int) -> Bool {
            var copy = state
            cards.reduce(.result(of: OutboxID(number), .add("again", "")), &copy)
            return copy == state
        }
        for number in [0, 1, 2, 1_500, 2_999, 10_000, 9_990_000] { #expect(isKnown(number)) }
        for number in [3_000, 9_999, 10_001] { #expect(!isKnown(number)) }
        confirm(5_000)
        #expect(!isKnown(0) && !isKnown(2_999))
        for number in [5_000, 10_000, 9_990_000] { #expect(isKnown(number)) }
    }

    @Test func decodedStateHasEachIDOnce() throws {
        var state = Cards([])
        cards.reduce(.perform(OutboxID(1), .add("a", "A")), &state)
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        let pending = try #require(text.firstMatch(of: /"pending":\[(.*?)\]/))
        let twice = text.replacing(pending.0, with: "\"pending\":[\(pending.1),\(pending.1)]")
        let read = try JSONDecoder().decode(Cards.self, from: Data(twice.utf8))
        #expect(read.pending.count == 1)
    }
}
