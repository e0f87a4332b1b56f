// SPDX-License-Identifier: MIT

import Feature
import LoggerMiddleware
import RexCore

extension Workload {
    static let loggedDiff = Workload(
        name: "W11 logged",
        work: "log of an action with its diff, one of 10,000 rows changed",
        actions: 1,
        counted: 10
    ) {
        let characters = Box(0)
        let store = Store(
            initialState: (0..<10_000).map { Entry(id: $0, title: "Entry \($0)", amount: 0) },
            reducer: Reducer<Int, [Entry]>.reduce { index, entries in entries[index].amount += 1 },
            middleware: LoggerMiddleware<Int, Int, [Entry]>(printer: .custom { characters.value += $0.utf8.count })
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(5_000) }
        } complaint: {
            characters.value > 0 ? nil : "nothing was logged"
        }
    }

    static let filtered = Workload(
        name: "W11 filtered",
        work: "an action that the logger's filter leaves out",
        against: "without the logger"
    ) {
        let ignoring = IgnoringMiddleware<CounterAction, Int>()
        let logger = LoggerMiddleware<CounterAction, CounterAction, Int>(actionFilter: { $0.add != nil })
        let store = Store(initialState: 0, reducer: .counter, middleware: ignoring <> logger)
        let reference = Store(initialState: 0, reducer: .counter, middleware: ignoring)
        return Contest {
            for _ in 0..<$0 { store.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(.increment) }
        }
    }
}

private struct Entry: Sendable {
    let id: Int
    let title: String
    var amount: Int
}
