// SPDX-License-Identifier: MIT

import RexCore

extension Workload {
    static let observers = Workload(name: "W5", work: "100 observers of distinct parts, one part changes") {
        contestOfObservers { store, part, notify in store.observe({ $0[part] }, notify) }
    }

    static let observersOfProjections = Workload(
        name: "W5 projected",
        work: "100 observers of projections, one of them changes"
    ) {
        contestOfObservers { store, part, notify in store.mapState { $0[part] }.observe(notify) }
    }

    static let oneObserver = Workload(name: "W1 observed", work: "one reducer, and one observer of the whole state") {
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>.reduce { $1 += $0 })
        let floor = ObserverFloor(0, reduce: { $1 += $0 })
        let (seen, seenByFloor) = (Box(0), Box(0))
        let observation = store.observe { seen.value = $0 }
        floor.observe({ $0 }) { seenByFloor.value = $0 }
        return Contest {
            for _ in 0..<$0 { store.dispatch(1) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(1) }
        } complaint: {
            withExtendedLifetime(observation) {
                seen.value == store.state ? nil : "the observer saw \(seen.value) of \(store.state)"
            }
        }
    }

    static let comingAndGoing = Workload(
        name: "W5 add and drop",
        work: "16,000 observers are added and removed; all of them",
        against: "1,000",
        actions: 1,
        rounds: 21,
        counted: 1
    ) {
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>.reduce { $1 += $0 })
        @Sendable func comeAndGo(_ count: Int) {
            var observations = (0..<count).map { _ in store.observe { _ in } }
            store.dispatch(1)
            while !observations.isEmpty { observations.removeLast() }
            observations = (0..<count).map { _ in store.observe { _ in } }
            observations = []
        }
        return Contest {
            for _ in 0..<$0 { comeAndGo(16_000) }
        } reference: {
            for _ in 0..<$0 { comeAndGo(1_000) }
        }
    }

    private static func contestOfObservers(
        observing observe: (Store<Int, [Int]>, Int, @escaping @Sendable (Int) -> Void) -> StoreSubscription
    ) -> Contest {
        let parts = Array(repeating: 0, count: 100)
        let increment: @Sendable (Int, inout [Int]) -> Void = { part, parts in parts[part] += 1 }
        let store = Store(initialState: parts, reducer: .reduce(increment))
        let floor = ObserverFloor(parts, reduce: increment)
        let (notified, notifiedByFloor) = (Box(0), Box(0))
        let observations = parts.indices.map { part in
            observe(store, part) { notified.value += $0 > 0 ? 1 : 0 }
        }
        for part in parts.indices {
            floor.observe({ $0[part] }) { notifiedByFloor.value += $0 > 0 ? 1 : 0 }
        }
        return Contest {
            for _ in 0..<$0 { store.dispatch(42) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(42) }
        } complaint: {
            withExtendedLifetime(observations) {
                notified.value == store.state[42] ? nil : "\(notified.value) of \(store.state[42]) notified"
            }
        }
    }
}
