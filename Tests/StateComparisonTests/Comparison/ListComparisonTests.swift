// SPDX-License-Identifier: MIT

import RexTestSupport
import StateComparison
import Testing

@Suite struct ListComparisonTests {
    @Test(arguments: [
        ([1, 2, 3], [1, 3], ["[1]: removed 2"]),
        ([1, 3], [1, 2, 3], ["[1]: inserted 2"]),
        ([1, 2, 3], [1, 5, 3], ["[1]: 2 → 5"]),
        ([], [1, 2], ["[0]: inserted 1", "[1]: inserted 2"]),
        ([1, 2], [], ["[0]: removed 1", "[1]: removed 2"]),
        ([1, 1, 1], [1, 1], ["[2]: removed 1"]),
        ([1, 2, 3, 4], [2, 3, 4, 5], ["[0]: removed 1", "[3]: inserted 5"]),
        ([1, 2, 3], [1, 7, 8, 9, 3], ["[1]: 2 → 7", "[2]: inserted 8", "[3]: inserted 9"]),
        ([1, 2, 3, 4], [1, 3, 2, 4], ["[1]: removed 2", "[2]: inserted 2"]),
    ])
    func listsShowInsertedRemovedAndChangedElements(old: [Int], new: [Int], expected: [String]) {
        #expect(changes(old, new) == expected)
        #expect(changes(ContiguousArray(old), ContiguousArray(new)) == expected)
        #expect(changes(old[...], new[...]) == expected)
        #expect(changes(old.map { $0 as Any }, new.map { $0 as Any }) == expected)
    }

    @Test func distantEditsAreFoundSeparately() {
        let old = ShopState.withRows(1_000)
        var new = old
        new.rows.removeSubrange(100..<103)
        new.rows[500].title = "changed"
        new.rows.insert(Row(id: -1, title: "new"), at: 800)
        #expect(
            changes(old, new) == [
                #"rows[100]: removed Row(id: 100, title: "the title of row number 100", isDone: false)"#,
                #"rows[101]: removed Row(id: 101, title: "the title of row number 101", isDone: false)"#,
                #"rows[102]: removed Row(id: 102, title: "the title of row number 102", isDone: false)"#,
                #"rows[500].title: "the title of row number 503" → "changed""#,
                #"rows[800]: inserted Row(id: -1, title: "new", isDone: false)"#,
            ]
        )
    }

    @Test func aBlockOfAnySizeIsFound() {
        let old = Array(0..<1_000)
        #expect(changes(old, Array(old[..<200] + old[700...])) == (200..<700).map { "[\($0)]: removed \($0)" })
    }

    /// Replays the changes on the old list, which must result in the new one.
    @Test func changesLeadFromTheOldListToTheNew() {
        for seed in UInt64(0)..<500 {
            var generator = SeededGenerator(seed: seed)
            let lists = (0..<2).map { _ in
                (0..<Int.random(in: 0..<40, using: &generator)).map { _ in Int.random(in: 0..<6, using: &generator) }
            }
            let changes = StateComparison(of: lists[0], and: lists[1]).changes
            #expect(replay(changes, on: lists[0]) == lists[1], "seed \(seed)")
        }
    }

    private func replay(_ changes: [StateChange], on old: [Int]) -> [Int] {
        var removed: Set<Int> = []
        for case (let index, .removed) in indexed(changes) { removed.insert(index) }
        var list = old.indices.filter { !removed.contains($0) }.map { old[$0] }
        for (index, kind) in indexed(changes) {
            switch kind {
            case .inserted(let value): list.insert(Int(value) ?? -1, at: min(index, list.count))
            case .replaced(let old, let new):
                guard list.indices.contains(index), list[index] == Int(old) else { return [-1] }
                list[index] = Int(new) ?? -1
            case .removed: break
            case .deeper: return [-1]
            }
        }
        return list
    }

    private func indexed(_ changes: [StateChange]) -> [(Int, StateChange.Kind)] {
        changes.compactMap { change in
            guard case .element(let text) = change.path.first, let index = Int(text) else { return nil }
            return (index, change.kind)
        }
    }
}
