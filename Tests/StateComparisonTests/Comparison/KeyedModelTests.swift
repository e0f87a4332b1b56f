// SPDX-License-Identifier: MIT

import RexTestSupport
import StateComparison
import Testing

/// Compares changes of dictionaries, sets and optionals with a simple model.
@Suite struct KeyedModelTests {
    private static let seeds = UInt64(0)..<300

    /// A value whose `==` ignores the shade.
    private struct Color: Hashable, Comparable {
        var name: Int
        var shade = 0

        static func == (old: Color, new: Color) -> Bool { old.name == new.name }
        static func < (old: Color, new: Color) -> Bool { old.name < new.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    private func dictionary(using random: inout SeededGenerator) -> [Int: [Int]] {
        var entries: [Int: [Int]] = [:]
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            entries[Int.random(in: 0..<12, using: &random)] = [Int.random(in: 0..<3, using: &random)]
        }
        return entries
    }

    @Test func changesOfADictionaryAreSortedByKey() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let (old, new) = (dictionary(using: &random), dictionary(using: &random))
            let expected = Set(old.keys).union(new.keys).sorted().compactMap { key -> String? in
                switch (old[key], new[key]) {
                case (let old?, let new?): old == new ? nil : "[\(key)][0]: \(old[0]) → \(new[0])"
                case (let old?, nil): "[\(key)]: removed \(old)"
                case (nil, let new?): "[\(key)]: inserted \(new)"
                case (nil, nil): nil
                }
            }
            #expect(changes(old, new) == expected, "seed \(seed)")
            // A list only checks whether they are the same.
            #expect(changes([[old], [new]], [[new], [new]]).isEmpty == expected.isEmpty, "seed \(seed)")
        }
    }

    @Test func changesOfASetAreRemovalsThenInsertions() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let (old, new) = (Set(dictionary(using: &random).keys), Set(dictionary(using: &random).keys))
            let expected =
                old.subtracting(new).sorted().map { "state: removed \($0)" }
                + new.subtracting(old).sorted().map { "state: inserted \($0)" }
            #expect(changes(old, new) == expected, "seed \(seed)")
            #expect(changes([[old], [new]], [[new], [new]]).isEmpty == expected.isEmpty, "seed \(seed)")
        }
    }

    @Test func equalKeysWithDifferentPartsAreReplacedInOrder() {
        func colors(_ shade: Int) -> [Color] { (1...3).map { Color(name: $0, shade: $0 == 2 ? shade : 0) } }
        let text = { (shade: Int) in "Color(name: 2, shade: \(shade))" }
        let tables = (0...1).map { Dictionary(uniqueKeysWithValues: colors($0).map { ($0, 1) }) }
        #expect(changes(tables[0], tables[1]) == ["[\(text(0))]: removed 1", "[\(text(1))]: inserted 1"])
        let sets = (0...1).map { Set(colors($0)) }
        #expect(changes(sets[0], sets[1]) == ["state: removed \(text(0))", "state: inserted \(text(1))"])
    }

    @Test func optionalsInOptionalsAreReplacedUnlessBothHaveAValue() {
        let values: [Int???] = [nil, .some(nil), .some(.some(nil)), 1, 2]
        let texts = ["nil", "Optional(nil)", "Optional(Optional(nil))", "1", "2"]
        for (old, oldText) in zip(values, texts) {
            for (new, newText) in zip(values, texts) {
                let expected = oldText == newText ? [] : ["state: \(oldText) → \(newText)"]
                #expect(changes(old, new) == expected)
                #expect(changes([old], [new]) == (expected.isEmpty ? [] : ["[0]: \(oldText) → \(newText)"]))
            }
        }
    }

    @Test func listsOfListsAreComparedElementByElement() {
        let old = [[1, 2], [3], [4, 5]]
        #expect(changes(old, [[1, 2], [3], [4, 6]]) == ["[2][1]: 5 → 6"])
        #expect(changes(old, [[1, 2], [3, 3], [4, 5]]) == ["[1][1]: inserted 3"])
        #expect(changes(old, [[3], [4, 5]]) == ["[0]: removed [1, 2]"])
    }
}
