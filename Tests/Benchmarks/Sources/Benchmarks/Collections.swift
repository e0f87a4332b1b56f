// SPDX-License-Identifier: MIT

import RexCore

private struct Row: Sendable, Identifiable {
    let id: Int
    var value = 0
}

private struct Table: Sendable { var rows: [Row] }
private struct App: Sendable { var table: Table }

private let row = Reducer<Int, Row>.reduce { action, row in row.value += action }

private func app(_ size: Int) -> App {
    App(table: Table(rows: (0..<size).map { Row(id: $0 &* 7) }))
}

/// One element of an array, through two lifts.
func byIndex(_ count: Int, size: Int) -> Workload {
    let reducer =
        row.liftToCollection(
            action: { (action: CounterAction) in action.add.map { ElementIndexAction(index: $0, action: 1) } },
            stateCollection: \Table.rows
        )
        .lift(state: \App.table)
    let store = Store(initialState: app(size), reducer: reducer)
    return Workload(name: "element of \(size) by index", actions: count) {
        for _ in 0..<count { store.dispatch(.add(size / 2)) }
    }
}

/// Elements of an array at random, through two lifts.
func byID(_ count: Int, size: Int) -> Workload {
    let reducer =
        row.liftToCollection(
            action: { (action: CounterAction) in action.add.map { ElementIDAction(id: $0, action: 1) } },
            stateCollection: \Table.rows
        )
        .lift(state: \App.table)
    let store = Store(initialState: app(size), reducer: reducer)
    return Workload(name: "element of \(size) by id, at random", actions: count) {
        var random: UInt32 = 1
        for _ in 0..<count {
            random = random &* 1_103_515_245 &+ 12_345
            store.dispatch(.add(Int(random >> 8) % size &* 7))
        }
    }
}
