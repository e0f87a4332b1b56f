// SPDX-License-Identifier: MIT

import Feature
import RexCore

extension Workload {
    static let chain = Workload(name: "W6", work: "one link of a chain of 10⁷ actions", counted: 10_000_000) {
        let countdown = AnyMiddleware<CounterAction, CounterAction, Int> { action, source, _ in
            guard case .add(let rest) = action, rest > 1 else { return .pure() }
            return IO { output in output.dispatch(.add(rest - 1), from: source) }
        }
        let store = Store(
            initialState: 0,
            reducer: .reduce { _, links in links += 1 },
            middleware: countdown
        )
        let floor = QueueFloor<CounterAction, Int>(0) { action in
            guard case .add(let rest) = action, rest > 1 else { return nil }
            return .add(rest - 1)
        } reduce: { _, links in
            links += 1
        }
        let links = Box(0)
        return Contest {
            store.dispatch(.add($0))
            links.value += $0
        } reference: {
            floor.dispatch(.add($0))
        } complaint: {
            store.state == links.value ? nil : "\(store.state) of \(links.value) links were processed"
        }
    }
}
