// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Feature
import LoggerMiddleware
import RexCore

extension Workload {
    static let bridgeBesideLogger = besideLogger(
        "W3 logger",
        work: "the same beside a logger that rejects each action",
        BridgeMiddleware<CounterAction, CounterAction, Int>()
            .bridge(\CounterAction.increment --> CounterAction.add(1))
    )

    /// Shows that a logger whose filter rejects each action costs no more than a middleware that ignores it.
    static func besideLogger(
        _ name: String,
        work: String,
        _ middleware: @escaping @Sendable @autoclosure () -> some MiddlewareProtocol<CounterAction, CounterAction, Int>
    ) -> Workload {
        Workload(name: name, work: work, against: "beside an ignoring one") {
            let logger = LoggerMiddleware<CounterAction, CounterAction, Int>(actionFilter: { _ in false })
            let store = Store(initialState: 0, reducer: .counter, middleware: middleware() <> logger)
            let ignoring = IgnoringMiddleware<CounterAction, Int>()
            let reference = Store(initialState: 0, reducer: .counter, middleware: middleware() <> ignoring)
            return Contest {
                for _ in 0..<$0 { store.dispatch(.increment) }
            } reference: {
                for _ in 0..<$0 { reference.dispatch(.increment) }
            }
        }
    }
}
