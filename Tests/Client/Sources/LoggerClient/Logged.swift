// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexCore

/// Dispatches one action to a store with a logger, which passes its entry to `print`.
public func log(_ print: @escaping @Sendable (String) -> Void) {
    let middleware = IdentityMiddleware<Int, Int, Int>().logger(
        actionTransform: .actionNameOnly,
        time: .none,
        printer: .custom(print)
    )
    let store = Store(
        initialState: 0,
        reducer: Reducer<Int, Int>.reduce { action, sum in sum += action },
        middleware: middleware
    )
    store.dispatch(5)
}
