// SPDX-License-Identifier: MIT

import StateComparison
import Testing

/// Values with custom mirrors.
@Suite struct ReflectionTests {
    /// Its mirror has a part that changes with each copy, like the address of a buffer.
    private struct Noisy: CustomReflectable, Equatable {
        var value: Int
        var address = Int.random(in: 0 ... .max)

        static func == (lhs: Noisy, rhs: Noisy) -> Bool { lhs.value == rhs.value }
        var customMirror: Mirror { Mirror(self, children: ["value": value, "address": address]) }
    }

    private struct Secretive: CustomReflectable, CustomStringConvertible {
        var value: Int

        var customMirror: Mirror { Mirror(self, children: [:]) }
        var description: String { "secret \(value)" }
    }

    private struct Iceberg: CustomReflectable, Equatable {
        var tip: Int
        var depth: Int

        var customMirror: Mirror { Mirror(self, children: ["tip": tip]) }
    }

    private struct Deck: CustomReflectable {
        var cards: [Int]

        var customMirror: Mirror { Mirror(self, unlabeledChildren: cards, displayStyle: .collection) }
    }

    private struct Renamed: CustomReflectable {
        var value: Int

        var customMirror: Mirror { Mirror(self, children: ["number": value]) }
    }

    private struct Growing: CustomReflectable {
        var value: Int

        var customMirror: Mirror {
            Mirror(self, children: (0..<value).map { ("part\($0)", $0) }, displayStyle: .struct)
        }
    }

    private struct Described: CustomStringConvertible {
        var number: Int
        var description: String { "number \(number)" }
    }

    private struct EquatableAndDescribed: Equatable, CustomStringConvertible {
        var number: Int
        var description: String { "number \(number)" }
    }

    @Test func descriptionDoesNotHideTheChangedPart() {
        #expect(changes(Described(number: 1), Described(number: 2)) == ["number: 1 → 2"])
        #expect(changes(EquatableAndDescribed(number: 1), EquatableAndDescribed(number: 2)) == ["number: 1 → 2"])
    }

    @Test func equalValuesAreNoChangeWithAnyMirror() {
        #expect(changes(Noisy(value: 1), Noisy(value: 1)).isEmpty)
        #expect(changes(Noisy(value: 1, address: 7), Noisy(value: 2, address: 7)) == ["value: 1 → 2"])
    }

    @Test func valueWithAHiddenChangeIsReplaced() {
        #expect(changes(Secretive(value: 1), Secretive(value: 2)) == ["state: secret 1 → secret 2"])
        #expect(
            changes(Iceberg(tip: 1, depth: 1), Iceberg(tip: 1, depth: 2)) == [
                "state: Iceberg(tip: 1) → Iceberg(tip: 1)"
            ]
        )
    }

    @Test func customCollectionsAreComparedAsLists() {
        #expect(changes(Deck(cards: [1, 2, 3]), Deck(cards: [1, 3, 4])) == ["[1]: removed 2", "[2]: inserted 4"])
    }

    @Test func partsHaveTheLabelsOfTheCustomMirror() {
        #expect(changes([Renamed(value: 1)], [Renamed(value: 2)]) == ["[0].number: 1 → 2"])
    }

    @Test func valueWhoseMirrorHasDifferentPartsIsReplaced() {
        #expect(changes(Growing(value: 0), Growing(value: 1)) == ["state: Growing() → Growing(part0: 0)"])
    }
}
