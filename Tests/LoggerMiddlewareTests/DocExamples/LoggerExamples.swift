// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

/// The examples in the documentation of LoggerMiddleware.
@Suite struct LoggerExamples {
    private typealias Part = IdentityMiddleware<ShopAction, ShopAction, ShopState>

    @Test func exampleOfLoggerMiddleware() {
        let (network, clock) = (Part(), Part())
        let middleware = network <> clock <> LoggerMiddleware(actionTransform: .box)
        let quiet = network.logger(actionFilter: { $0 != .open }, stateDiffTransform: .none)
        _ = (middleware, quiet)
    }

    @Test func exampleOfLogPrinter() {
        let logger = LoggerMiddleware<ShopAction, ShopAction, ShopState>(printer: .all(.stderr, .file("/tmp/app.log")))
        _ = logger
    }

    @Test func exampleOfLogTime() {
        let network = Part()
        let quiet = network.logger(stateDiffTransform: .none, time: .none)
        _ = quiet
    }

    @Test func exampleOfActionTransform() {
        let marked = ActionTransform<ShopAction>.custom { action, source in
            "shop " + ActionTransform.actionNameOnly.text(of: action, from: source)
        }
        #expect(marked.text(of: .cart(.add), from: source) == "shop cart")
    }
}
