// SPDX-License-Identifier: MIT

import Foundation
import StateComparison
import Testing

/// The limits of a comparison.
@Suite struct LimitTests {
    @Test(arguments: [(999, false), (1_000, false), (1_001, true), (3_000, true)])
    func comparisonIsCutAfterAThousandChanges(count: Int, isCut: Bool) {
        let old = Array(0..<count)
        let values: [(Any, Any)] = [
            (old, old.map { -1 - $0 }), ([], old), (old, []),
            (
                Dictionary(uniqueKeysWithValues: old.map { ($0, 1) }),
                Dictionary(uniqueKeysWithValues: old.map { ($0, 2) })
            ),
            (Set(old), Set<Int>()), (Set<Int>(), Set(old)),
            ([Int: Int](), Dictionary(uniqueKeysWithValues: old.map { ($0, 1) })),
        ]
        for (old, new) in values {
            let comparison = StateComparison(of: Holder(value: old), and: Holder(value: new))
            let known = type(of: old) == type(of: new)
            #expect(comparison.changes.count == (known ? min(count, 1_000) : 1))
            #expect(comparison.isCut == (known && isCut))
        }
    }

    private struct Holder {
        var value: Any
    }

    private struct Both {
        var first: [Int]
        var second = 1
    }

    @Test func nothingIsComparedAfterTheLastChange() {
        let old = Both(first: Array(0..<1_000))
        let new = Both(first: old.first.map { -1 - $0 }, second: 2)
        let comparison = StateComparison(of: old, and: new)
        #expect(comparison.isCut)
        #expect(comparison.changes.last?.line == "first[999]: 999 → -1000")
        let visited = StateComparison(of: Array(0..<50_000), and: Array(50_000..<100_000)).visited
        #expect(visited < 60_000)
    }

    @Test(arguments: [62, 63, 64, 65]) func sixtyFourNestedValuesAreCompared(depth: Int) {
        func nested(_ value: Int) -> Any { (0..<depth).reduce(value as Any) { value, _ in Holder(value: value) } }
        let changes = changes(Holder(value: nested(1)), Holder(value: nested(2)))
        #expect(changes.count == 1)
        #expect(changes.first?.hasSuffix(depth < 63 ? ".value: 1 → 2" : ".value: … (differs too far inside)") == true)
    }

    /// The `==` of these rows ignores their titles.
    private struct Sloppy: Hashable {
        var id: Int
        var title: String

        static func == (old: Sloppy, new: Sloppy) -> Bool { old.id == new.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// Each reflected row has two parts, and the last row is reflected a few times.
    @Test(arguments: [(490, true), (510, false)])
    func elementsAreComparedByEqualityAfterAThousandParts(count: Int, isFound: Bool) {
        func rows(last: String) -> [Sloppy] {
            (0..<count).map { Sloppy(id: $0, title: "\($0) in a storage of its own") } + [Sloppy(id: -1, title: last)]
        }
        let expected = isFound ? ["[\(count)].title: \"a\" → \"b\""] : []
        #expect(changes(rows(last: "a"), rows(last: "b")) == expected)
        let sets = (old: Set(rows(last: "a")), new: Set(rows(last: "b")))
        #expect(changes(sets.old, sets.old.intersection(sets.new)).isEmpty)
    }
}
