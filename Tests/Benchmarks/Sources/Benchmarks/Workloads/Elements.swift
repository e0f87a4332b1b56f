// SPDX-License-Identifier: MIT

import RexCore

extension Workload {
    static let elementByID = Workload(
        name: "W7 by id",
        work: "one element of 10⁶, through two lifts",
        against: "one of 10²"
    ) {
        let (large, small) = (storeByID(1_000_000), storeByID(100))
        return Contest {
            for _ in 0..<$0 { large.dispatch(ElementIDAction(id: Row.id(500_000), action: 1)) }
        } reference: {
            for _ in 0..<$0 { small.dispatch(ElementIDAction(id: Row.id(50), action: 1)) }
        }
    }

    /// Shows what it costs that a feature refuses actions for elements that are gone.
    static let elementOfFeature = Workload(
        name: "W7 refusing",
        work: "one element of 10⁶, by a feature that refuses others",
        against: "by a reducer"
    ) {
        let (refusing, reducing) = (storeOfFeature(1_000_000), storeByID(1_000_000))
        return Contest {
            for _ in 0..<$0 { refusing.dispatch(ElementIDAction(id: Row.id(500_000), action: 1)) }
        } reference: {
            for _ in 0..<$0 { reducing.dispatch(ElementIDAction(id: Row.id(500_000), action: 1)) }
        }
    }

    static let refusedElement = Workload(
        name: "W7 refused",
        work: "a feature refuses an id that is not among 100,000",
        against: "a reducer ignores it"
    ) {
        let (refusing, reducing) = (storeOfFeature(100_000), storeByID(100_000))
        return Contest {
            for _ in 0..<$0 { refusing.dispatch(ElementIDAction(id: -1, action: 1)) }
        } reference: {
            for _ in 0..<$0 { reducing.dispatch(ElementIDAction(id: -1, action: 1)) }
        }
    }

    /// Includes the cost of cache misses, which repeated access to the same element does not show.
    static let randomElements = [10, 1_000, 100_000].map { size in
        Workload(name: "W7 random \(size)", work: "random elements of \(size) by id, through two lifts") {
            let store = storeByID(size)
            let random = Box(0)
            return Contest {
                for _ in 0..<$0 {
                    random.value = (random.value &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
                    store.dispatch(ElementIDAction(id: Row.id((random.value >> 8) % size), action: 1))
                }
            }
        }
    }
}

private struct Row: Sendable, Identifiable {
    let id: Int
    var value = 0

    static func id(_ position: Int) -> Int { position &* 7 }
}

private struct Inventory: Sendable { var rows: [Row] }

private struct App: Sendable {
    var inventory: Inventory

    init(_ size: Int) {
        inventory = Inventory(rows: (0..<size).map { Row(id: Row.id($0)) })
    }
}

private let row = Reducer<Int, Row>.reduce { action, row in row.value += action }

private func storeByID(_ size: Int) -> Store<ElementIDAction<Int, Int>, App> {
    let reducer = row.lift(
        .case(
            CasePath(extract: { (action: ElementIDAction<Int, Int>) in action }, embed: { $0 }),
            each: \Inventory.rows
        )
    )
    return Store(initialState: App(size), reducer: reducer.lift(state: \App.inventory))
}

private func storeOfFeature(_ size: Int) -> Store<ElementIDAction<Int, Int>, App> {
    let path = CasePath<ElementIDAction<Int, Int>, ElementIDAction<Int, Int>>(extract: { $0 }, embed: { $0 })
    let feature = Feature<Int, Row, Void>(row).lift(.case(path, each: \Inventory.rows))
    return Store(initialState: App(size), feature: feature.lift(state: \App.inventory), dependencies: ())
}
