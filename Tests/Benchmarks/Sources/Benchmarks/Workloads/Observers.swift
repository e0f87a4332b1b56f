// SPDX-License-Identifier: MIT

import RexCore

extension Workload {
    static let observers = Workload(name: "W5", work: "100 observers of distinct parts, one part changes") {
        contestOfObservers { store, part, tell in store.observe({ $0[part] }, tell) }
    }

    static let observersOfProjections = Workload(
        name: "W5 projected",
        work: "100 observers of projections, one of which changes"
    ) {
        contestOfObservers { store, part, tell in store.mapState { $0[part] }.observe(tell) }
    }

    private static func contestOfObservers(
        observing observe: (Store<Int, [Int]>, Int, @escaping @Sendable (Int) -> Void) -> Subscription
    ) -> Contest {
        let parts = Array(repeating: 0, count: 100)
        let increment: @Sendable (Int, inout [Int]) -> Void = { part, parts in parts[part] += 1 }
        let store = Store(initialState: parts, reducer: .reduce(increment))
        let floor = ObserverFloor(parts, reduce: increment)
        let (told, toldByFloor) = (Box(0), Box(0))
        let observations = parts.indices.map { part in
            observe(store, part) { told.value += $0 > 0 ? 1 : 0 }
        }
        for part in parts.indices {
            floor.observe({ $0[part] }) { toldByFloor.value += $0 > 0 ? 1 : 0 }
        }
        return Contest {
            for _ in 0..<$0 { store.dispatch(42) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(42) }
        } complaint: {
            withExtendedLifetime(observations) {
                told.value == store.state[42] ? nil : "\(told.value) of \(store.state[42]) changes were told"
            }
        }
    }
}
