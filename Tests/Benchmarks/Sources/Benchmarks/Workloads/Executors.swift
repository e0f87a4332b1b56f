// SPDX-License-Identifier: MIT

import Dispatch
import RexCore

extension Workload {
    static let onItsQueue = Workload(
        name: "W1 on a queue",
        work: "one reducer, on a queue that 5,000 other stores share",
        against: "the only store"
    ) {
        let (busy, quiet) = (DispatchQueue(label: "busy"), DispatchQueue(label: "quiet"))
        func store(on queue: DispatchQueue) -> Store<Int, Int> {
            Store(initialState: 0, reducer: .reduce { $1 += $0 }, executor: .queue(queue))
        }
        let others = (0..<5_000).map { _ in store(on: busy) }
        let (one, only) = (store(on: busy), store(on: quiet))
        return Contest { count in
            busy.sync { for _ in 0..<count { one.dispatch(1) } }
        } reference: { count in
            quiet.sync { for _ in 0..<count { only.dispatch(1) } }
        } complaint: {
            withExtendedLifetime(others) { nil }
        }
    }
}
