// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct LoggerFormsTests {
    private typealias Quiet = IdentityMiddleware<ShopAction, ShopAction, ShopState>

    /// A state without any conformance.
    private final class Opaque {
        var value = 1
    }

    @Test func formsThatNoPageShowsCompile() {
        let plain: ComposedMiddleware<ShopAction, ShopAction, ShopState> = Quiet().logger()
        let chain = Quiet() <> plain <> LoggerMiddleware(stateDiffTransform: .recursive)
        let timed = Quiet().logger(time: .default) <> LoggerMiddleware(time: .custom { "12:00" })
        let both = LoggerMiddleware<ShopAction, Never, ShopState>(printer: .all(.stdout, .custom { _ in }))
        let lifted = LoggerMiddleware<CartAction, CartAction, [Row]>()
            .lift(
                inputAction: { (action: ShopAction) in if case .cart(let cart) = action { cart } else { nil } },
                outputAction: ShopAction.cart,
                state: \ShopState.rows
            )
        _ = (chain <> lifted, both, timed)
    }

    @Test func stateNeedsNoConformance() {
        let log = Recorder<String>()
        let logger = LoggerMiddleware<Int, Int, Opaque>(
            actionTransform: .actionNameOnly,
            stateDiffTransform: .custom { _, new in "\(new.value)" },
            time: .none,
            printer: .custom { log.record($0) }
        )
        logger.handle(action: 1, from: source) { Opaque() }.run { _ in }
        #expect(log.events == ["Int\n1"])
    }

    @Test func loggerIsSendable() {
        func requireSendable(_ value: some Sendable) {}
        requireSendable(LoggerMiddleware<ShopAction, ShopAction, Opaque>())
    }
}
