// SPDX-License-Identifier: MIT

import RexTestSupport
import StateComparison
import Testing

@Suite struct KeyTests {
    /// A key without `<` that counts its conversions to text.
    private struct Counted: Hashable, CustomStringConvertible {
        let number: Int
        let written: Recorder<Int>

        static func == (lhs: Counted, rhs: Counted) -> Bool { lhs.number == rhs.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }

        var description: String {
            written.record(number)
            return "key \(number)"
        }
    }

    /// A dictionary mirror with a child that is no pair.
    private struct Odd: CustomReflectable {
        var value: Int

        var customMirror: Mirror { Mirror(self, children: ["key": value], displayStyle: .dictionary) }
    }

    private static func keys(_ count: Int) -> (keys: [Counted], written: Recorder<Int>) {
        let written = Recorder<Int>()
        return ((0..<count).map { Counted(number: $0, written: written) }, written)
    }

    @Test func eachChangedKeyIsWrittenOnce() {
        let (keys, written) = KeyTests.keys(500)
        let old = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        #expect(changes(old, old.mapValues { $0 + 1 }).count == 500)
        #expect(written.events.sorted() == Array(0..<500))
    }

    @Test func insertedAndRemovedElementsOfASetAreWrittenOnce() {
        let (keys, written) = KeyTests.keys(500)
        #expect(changes(Set(keys[..<300]), Set(keys[200...])).count == 400)
        #expect(written.events.sorted() == Array(0..<200) + Array(300..<500))
    }

    @Test func textOfAStateWritesEachKeyOnce() {
        let (keys, written) = KeyTests.keys(200)
        let state = (Dictionary(uniqueKeysWithValues: keys[..<100].map { ($0, 1) }), Set(keys[100...]))
        let text = ValueText.whole(state)
        #expect(text.hasPrefix("([key 0: 1, key 1: 1, key 10: 1, "))
        #expect(written.events.sorted() == Array(0..<200))
    }

    /// A key that is not equal to itself.
    private struct Loose: Hashable, CustomStringConvertible {
        let description: String

        static func == (lhs: Loose, rhs: Loose) -> Bool { false }
    }

    @Test func keysThatAreNotEqualToThemselvesArePairedByTheirTexts() {
        func dictionary(_ entries: [(String, Int)]) -> [Loose: Int] {
            Dictionary(uniqueKeysWithValues: entries.map { (Loose(description: $0), $1) })
        }
        let old = dictionary([("a", 1), ("b", 1), ("c", 1), ("c", 2), ("e", 1)])
        let new = dictionary([("b", 2), ("c", 3), ("c", 1), ("d", 1), ("e", 1)])
        #expect(
            changes(old, new).sorted() == ["[a]: removed 1", "[b]: 1 → 2", "[c]: 2 → 3", "[d]: inserted 1"]
        )
    }

    @Test func changedFieldsShareALineAndChangedElementsDoNot() {
        struct State {
            var x = 1
            var y = 1
            var list = [1, 0, 1]
        }
        let comparison = StateComparison(of: State(), and: State(x: 2, y: 2, list: [2, 0, 2]))
        #expect(
            DiffText(changes: comparison.changes, linesOfContext: 0).text
                == """
                - x: 1, y: 1
                + x: 2, y: 2
                - list[0]: 1
                + list[0]: 2
                - list[2]: 1
                + list[2]: 2
                """
        )
    }

    @Test func customDictionaryMirrorMayHaveAnyChildren() {
        #expect(changes([Odd(value: 1)], [Odd(value: 1), Odd(value: 2)]) == [#"[1]: inserted ["key": 2]"#])
    }
}
