// SPDX-License-Identifier: MIT

import StateComparison
import Testing

@Suite struct ComparisonCostTests {
    private func visits(_ count: Int, _ change: (inout ShopState) -> Void) -> Int {
        let old = ShopState.withRows(count)
        var new = old
        change(&new)
        return StateComparison(of: old, and: new).visited
    }

    @Test func oneChangedRowVisitsEachRowOnce() {
        let change = { (state: inout ShopState) in state.rows[state.rows.count / 2].title = "changed" }
        #expect((1_000..<1_020).contains(visits(1_000, change)))
        #expect((10_000..<10_020).contains(visits(10_000, change)))
    }

    @Test func changedPartsAreVisitedOnceAndIdenticalOnesNotAtAll() {
        #expect(StateComparison(of: 1, and: 1).visited == 1)
        #expect(StateComparison(of: 1, and: 2).visited == 1)
        #expect(StateComparison(of: (1, 2, 3), and: (1, 5, 3)).visited == 4)
        #expect(StateComparison(of: ((1, 2), (3, 4)), and: ((1, 2), (3, 5))).visited == 5)
        #expect(StateComparison(of: [1: 1, 2: 2], and: [1: 1]).visited == 1 + 3)
        #expect(StateComparison(of: Set([1, 2]), and: Set([1])).visited == 1 + 3)
    }

    /// Without this, an element was reflected four times: at the front, at the back, between them, and for its changes.
    @Test func onlyDifferentElementIsReflectedTwice() {
        let looks = Looks()
        let old = (0..<100).map { Looked(id: $0, looks: looks) }
        var new = old
        new[50].id = 1_000
        #expect(StateComparison(of: old, and: new).text == "[50].id: 50 → 1000")
        #expect(looks.count == 2)
    }

    private final class Looks: @unchecked Sendable { var count = 0 }

    private struct Looked: CustomReflectable {
        var id: Int
        let looks: Looks

        var customMirror: Mirror {
            looks.count += id == 50 ? 1 : 0
            return Mirror(self, children: ["id": id])
        }
    }

    @Test func anUntouchedListIsNotWalked() {
        #expect(visits(10_000) { $0.isOpen = true } < 10)
    }

    @Test(
        arguments: [
            { @Sendable in $0.rows = ShopState.withRows($0.rows.count).rows },
            { @Sendable in $0.rows.reverse() },
            { @Sendable in $0.rows.removeFirst($0.rows.count / 2) },
            { @Sendable (state: inout ShopState) in
                state.rows = state.rows.enumerated().filter { !$0.offset.isMultiple(of: 7) }.map(\.element)
            },
        ] as [@Sendable (inout ShopState) -> Void]
    )
    func tenTimesTheRowsAreAtMostTenTimesTheVisits(change: @Sendable (inout ShopState) -> Void) {
        #expect(visits(10_000, change) <= 10 * visits(1_000, change) + 100)
        #expect(visits(10_000, change) <= 60_000)
    }

    @Test func dictionariesAreLinearToo() {
        let visits = [1_000, 10_000].map { count in
            let old = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "value \($0)") })
            var new = old
            new[count / 2] = "changed"
            return StateComparison(of: old, and: new).visited
        }
        #expect(visits[1] <= 10 * visits[0] + 100)
        #expect(visits[1] <= 40_000)
    }

    /// Rebuilt rows have different bytes, and reflecting all of them would cost ten times as much.
    @Test func rebuiltLargeListIsComparedByEquality() {
        let (old, new) = (ShopState.withRows(10_000), ShopState.withRows(10_000))
        let comparison = StateComparison(of: old, and: new)
        #expect(comparison.changes.isEmpty)
        #expect(comparison.visited < 10_000 + 3 * StateComparison.equalityLimit)
    }
}
