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

    /// It is shown as a dictionary, or as nil.
    private struct Shelf: CustomReflectable, Equatable {
        var books: KeyValuePairs<Int, String>
        var size = 0

        static func == (lhs: Shelf, rhs: Shelf) -> Bool {
            lhs.books.elementsEqual(rhs.books, by: ==) && lhs.size == rhs.size
        }

        var customMirror: Mirror {
            guard !books.isEmpty else { return Mirror(self, children: [], displayStyle: .optional) }
            return Mirror(self, unlabeledChildren: books.map { ($0.key, $0.value) }, displayStyle: .dictionary)
        }
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

    private struct SelfContaining: CustomReflectable {
        var value: Int
        var copies = 1
        var style = Mirror.DisplayStyle.struct

        var customMirror: Mirror {
            let itself = (0..<copies).map { ("self\($0)", self as Any) }
            return Mirror(self, children: itself + [("value", value)], displayStyle: style)
        }
    }

    /// Contains other values without end.
    private struct Endless: CustomReflectable {
        var value: Int
        var copies = 1

        var customMirror: Mirror {
            Mirror(self, children: (1...copies).map { ("next\($0)", Endless(value: value + $0, copies: copies)) })
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

    @Test(arguments: [0, 1, 2, 30]) func aValueWhoseMirrorContainsItselfIsComparedOnce(copies: Int) {
        let (old, new) = (SelfContaining(value: 1, copies: copies), SelfContaining(value: 2, copies: copies))
        #expect(changes(old, new) == ["value: 1 → 2"])
        #expect(changes([[old], []], [[new], []]) == ["[0][0].value: 1 → 2"])
        #expect(!StateComparison.areSame(old, new))
        #expect(StateComparison.areSame(old, old))
    }

    @Test(arguments: [Mirror.DisplayStyle.collection, .set, .enum, .tuple, .class])
    func aMirrorOfAnyStyleMayContainItsValue(style: Mirror.DisplayStyle) {
        let (old, new) = (SelfContaining(value: 1, style: style), SelfContaining(value: 2, style: style))
        #expect(StateComparison(of: old, and: new).visited < 100)
    }

    @Test(arguments: [1, 2]) func aValueWhoseMirrorsNeverEndDiffersTooFarInside(copies: Int) {
        let comparison = StateComparison(of: Endless(value: 1, copies: copies), and: Endless(value: 2, copies: copies))
        #expect(comparison.changes.allSatisfy { $0.kind == .deeper })
        #expect(comparison.changes.count == (copies == 1 ? 1 : StateComparison.changeLimit))
    }

    private struct Anything {
        var value: Any
    }

    @Test func aValueOfAnotherTypeThatLooksTheSameIsShownWithTheTypes() {
        func change(_ old: Any, _ new: Any) -> [String] { changes(Anything(value: old), Anything(value: new)) }
        #expect(change(1, 1 as UInt8) == ["value: 1 (Int) → 1 (UInt8)"])
        #expect(change(1, 2 as UInt8) == ["value: 1 → 2"])
        #expect(change(1, Int?.some(1) as Any) == ["value: 1 (Int) → 1 (Optional<Int>)"])
        #expect(change("a", "a"[...]) == ["value: \"a\" (String) → \"a\" (Substring)"])
        let texts = change(Described(number: 1), EquatableAndDescribed(number: 1))
        #expect(texts == ["value: number 1 (Described) → number 1 (EquatableAndDescribed)"])
    }

    @Test func customCollectionsAreComparedAsLists() {
        #expect(changes(Deck(cards: [1, 2, 3]), Deck(cards: [1, 3, 4])) == ["[1]: removed 2", "[2]: inserted 4"])
    }

    @Test func customDictionariesAreComparedByKey() {
        let old = Shelf(books: [7: "a", 8: "b"])
        #expect(
            changes(old, Shelf(books: [8: "c", 9: "b"])) == [
                #"[7]: removed "a""#, #"[8]: "b" → "c""#, #"[9]: inserted "b""#,
            ]
        )
        let repeated = Shelf(books: [7: "a", 7: "b"])
        #expect(changes(old, repeated) == ["[1].0: 8 → 7"])
    }

    @Test func mirrorsOfDifferentStylesAreReplaced() {
        #expect(changes([Shelf(books: [:])], [Shelf(books: [7: "a"])]) == [#"[0]: nil → [7: "a"]"#])
    }

    @Test func hiddenChangeOfACollectionIsOneOfItsProperties() {
        #expect(changes(Shelf(books: [7: "a"]), Shelf(books: [7: "a"], size: 1)) == ["size: 0 → 1"])
        #expect(changes(Shelf(books: [:]), Shelf(books: [:], size: 1)) == ["size: 0 → 1"])
    }

    @Test func partsHaveTheLabelsOfTheCustomMirror() {
        #expect(changes([Renamed(value: 1)], [Renamed(value: 2)]) == ["[0].number: 1 → 2"])
    }

    @Test func valueWhoseMirrorHasDifferentPartsIsReplaced() {
        #expect(changes(Growing(value: 0), Growing(value: 1)) == ["state: Growing() → Growing(part0: 0)"])
    }
}
