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

    static let changedKeys = Workload(
        name: "W11 keys",
        work: "log of an action that changes 1,000 values under keys that are not Comparable",
        against: "ten logs of 100",
        actions: 1,
        counted: 10
    ) {
        let (many, few) = (PlaceStore(count: 1_000), PlaceStore(count: 100))
        return Contest {
            for _ in 0..<$0 { many.store.dispatch(1) }
        } reference: {
            for _ in 0..<($0 * 10) { few.store.dispatch(1) }
        } complaint: {
            many.characters.value > 0 && few.characters.value > 0 ? nil : "nothing was logged"
        }
    }

    static let filtered = Workload(
        name: "W11 filtered",
        work: "an action that the logger's filter rejects",
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

/// A store of numbers by key, with a logger.
///
/// Each action changes all of them.
private struct PlaceStore: Sendable {
    struct Place: Hashable, Sendable {
        let x: Int
        let y: Int
    }

    let characters = Box(0)
    let store: Store<Int, [Place: Int]>

    init(count: Int) {
        store = Store(
            initialState: Dictionary(uniqueKeysWithValues: (0..<count).map { (Place(x: $0, y: -$0), 0) }),
            reducer: Reducer<Int, [Place: Int]>.reduce { number, places in places = places.mapValues { $0 + number } },
            middleware: LoggerMiddleware<Int, Int, [Place: Int]>(
                printer: .custom { [characters] in characters.value += $0.utf8.count }
            )
        )
    }
}

private struct Entry: Sendable {
    let id: Int
    let title: String
    var amount: Int
}
