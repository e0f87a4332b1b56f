// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import RecorderMiddleware
import RexCore
import RexNavigation

/// Structures that users fill, some with a cost for each element.
///
/// Other rows whose reference has fewer elements: E7, N1, Q2, Q3, Q4, X1.
extension Workload {
    static let growth = [moreObservers, moreRows, moreKeys, moreScreens, morePending, moreRecorded]

    private static let moreObservers = Workload(
        name: "G observers",
        work: "an action with 1,000 observers of distinct parts",
        against: "ten stores with 100",
        excludesOtherThreads: true
    ) {
        oneAgainstTen(1_000) { size in
            let (store, observations) = observed(size)
            return { _ in withExtendedLifetime(observations) { store.dispatch(42) } }
        }
    }

    private static let moreRows = Workload(
        name: "G rows",
        work: "an action that changes none of 10,000 rows with a `during` rule",
        against: "ten stores with 1,000",
        actions: 1,
        rounds: 51,
        counted: 20,
        excludesOtherThreads: true
    ) {
        oneAgainstTen(10_000) { size in
            let store = storeOfRows(size)
            return { _ in store.dispatch(.other) }
        }
    }

    private static let moreKeys = Workload(
        name: "G keys",
        work: "an action that changes none of 10,000 keys with runs",
        against: "1,000"
    ) {
        let (many, few) = (storeOfKeys(10_000), storeOfKeys(1_000))
        return Contest { count in
            for _ in 0..<count { many.dispatch(1) }
        } reference: { count in
            for _ in 0..<count { few.dispatch(1) }
        }
    }

    private static let moreScreens = Workload(
        name: "G screens",
        work: "an action below a `during` rule of 1,000 screens of a stack",
        against: "ten stores with 100",
        actions: 4,
        counted: 200,
        excludesOtherThreads: true
    ) {
        oneAgainstTen(1_000) { size in
            let store = storeOfScreens(size)
            return { _ in store.dispatch(.other) }
        }
    }

    private static let morePending = Workload(
        name: "G pending",
        work: "an action of the server with 10,000 pending optimistic actions",
        against: "ten stores with 1,000",
        counted: 200,
        excludesOtherThreads: true
    ) {
        oneAgainstTen(10_000) { size in
            let reducer = Reducer<Int, Int>.reduce { number, sum in sum &+= number }
            let store = Store(initialState: Optimistic<Int, Int>(0), reducer: reducer.optimistic())
            for number in 0..<size { store.dispatch(.perform(OutboxID(number), number)) }
            return { store.dispatch(.server($0)) }
        }
    }

    private static let moreRecorded = Workload(
        name: "G recorded",
        work: "an action after 100,000 recorded ones",
        against: "10,000"
    ) {
        func store(_ size: Int) -> Store<Int, Int> {
            let store = Store(
                initialState: 0,
                reducer: .reduce { $1 += $0 },
                middleware: Recorder<Int, Int>(capacity: size).middleware
            )
            for _ in 0..<size { store.dispatch(1) }
            return store
        }
        let (many, few) = (store(100_000), store(10_000))
        return Contest { count in
            for _ in 0..<count { many.dispatch(1) }
        } reference: { count in
            for _ in 0..<count { few.dispatch(1) }
        }
    }
}

private func observed(_ size: Int) -> (store: Store<Int, [Int]>, observations: [StoreSubscription]) {
    let store = Store(
        initialState: Array(repeating: 0, count: size),
        reducer: .reduce { part, parts in parts[part] += 1 }
    )
    return (store, (0..<size).map { part in store.observe({ $0[part] }) { _ in } })
}

private struct Row: Identifiable, Sendable {
    let id: Int
    var isActive = false
}

private enum GrowthAction: Sendable {
    case row(ElementIDAction<Int, Bool>)
    case screen(PresentationAction<Bool>)
    case other
}

/// A row that runs nothing, since it is not active.
private let row = Feature<Bool, Row, Void> { action, row in
    row.isActive = action
} effects: { effects, _ in
    effects.during({ $0.isActive }) { effect in try await effect.sleep(for: .seconds(1_000)) }
}

private func storeOfRows(_ size: Int) -> Store<GrowthAction, [Row]> {
    let path = CasePath<GrowthAction, ElementIDAction<Int, Bool>>(
        extract: { if case .row(let action) = $0 { action } else { nil } },
        embed: GrowthAction.row
    )
    return Store(
        initialState: (0..<size).map { Row(id: $0) },
        feature: row.lift(.case(path, each: \.self)),
        dependencies: ()
    )
}

private func storeOfScreens(_ size: Int) -> Store<GrowthAction, PresentationStack<Row>> {
    let path = CasePath<GrowthAction, PresentationAction<Bool>>(
        extract: { if case .screen(let action) = $0 { action } else { nil } },
        embed: GrowthAction.screen
    )
    var screens = PresentationStack<Row>()
    for id in 0..<size { screens.push(Row(id: id)) }
    return Store(initialState: screens, feature: row.lift(.case(path, stack: \.self)), dependencies: ())
}

private struct Keys: Sendable {
    var keys: [Int]
    var count = 0
}

private func storeOfKeys(_ size: Int) -> Store<Int, Keys> {
    Store(
        initialState: Keys(keys: Array(0..<size)),
        feature: Feature<Int, Keys, Void> { action, keys in
            keys.count += action
        } effects: { effects, _ in
            effects.forEach({ $0.keys }) { _, effect in try await effect.sleep(for: .seconds(1_000)) }
        },
        dependencies: ()
    )
}
