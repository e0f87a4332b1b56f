// SPDX-License-Identifier: MIT

import RexCore

/// Lists whose rows are added, removed and moved. After each change, one row is addressed by its id.
extension Workload {
    static let changingLists = [
        list("W7 missing", "an id that is not among 100,000", of: 100_000) { _, _ in -1 },
        list("W7 growing", "append a row, then address it", of: 100) { rows, number in
            if rows.count > 8_000 { rows.removeLast(7_900) }
            rows.append(ListRow(id: number))
            return number
        },
        list("W7 in front", "insert a row at the start, then address it", of: 100) { rows, number in
            if rows.count > 8_000 { rows.removeLast(7_900) }
            rows.insert(ListRow(id: number), at: 0)
            return number
        },
        list("W7 window", "10,000 rows move by one, then one is addressed", of: 10_000) { rows, number in
            rows.removeFirst()
            rows.append(ListRow(id: number))
            return number - number * 7_919 % 10_000
        },
        list("W7 shuffled", "1,000 rows are shuffled, then one is addressed", of: 1_000) { rows, number in
            var random = UInt64(truncatingIfNeeded: number)
            for place in rows.indices {
                random = random &* 6_364_136_223_846_793_005 &+ 1
                rows.swapAt(place, Int(random >> 33) % rows.count)
            }
            return number % 1_000
        },
    ]

    private static func list(
        _ name: String,
        _ work: String,
        of count: Int,
        change: @escaping @Sendable (inout [ListRow], _ number: Int) -> Int
    ) -> Workload {
        Workload(name: name, work: work, against: "firstIndex", counted: 10_000) {
            let rows = (0..<count).map { ListRow(id: $0) }
            let row = Reducer<Int, ListRow>.reduce { action, row in row.value += action }
            let list = Reducer<Int, List>.reduce { _, list in list.wanted = change(&list.rows, list.next) }
            let addressed = row.lift(
                .case(
                    CasePath(extract: { (action: ElementIDAction<Int, Int>) in action }, embed: { $0 }),
                    each: \List.rows
                )
            )
            let reducer = Reducer<Int, List>.reduce { _, list in
                list.next += 1
                addressed.reduce(ElementIDAction(id: list.wanted, action: 1), &list)
            }
            let store = Store(initialState: List(rows: rows), reducer: list <> reducer)
            let byHand = Box(List(rows: rows))
            return Contest {
                for _ in 0..<$0 { store.dispatch(1) }
            } reference: {
                for _ in 0..<$0 {
                    byHand.change { list in
                        list.wanted = change(&list.rows, list.next)
                        list.next += 1
                        if let index = list.rows.firstIndex(where: { $0.id == list.wanted }) {
                            list.rows[index].value += 1
                        }
                    }
                }
            }
        }
    }
}

private struct ListRow: Sendable, Identifiable {
    let id: Int
    var value = 0
}

private struct List: Sendable {
    var rows: [ListRow]
    var next: Int
    var wanted = 0

    init(rows: [ListRow]) {
        self.rows = rows
        next = rows.count
    }
}
