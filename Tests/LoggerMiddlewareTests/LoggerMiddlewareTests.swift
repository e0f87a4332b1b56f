// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct LoggerMiddlewareTests {
    private typealias Logger = LoggerMiddleware<ShopAction, ShopAction, ShopState>

    private let log = Recorder<String>()

    private var printer: LogPrinter {
        .custom { [log] in log.record($0) }
    }

    @Test func entryIsTheActionAndItsStateChanges() {
        let store = Store(initialState: .withRows(3), reducer: shop, middleware: Logger(time: .none, printer: printer))
        store.dispatch(.open, from: source)
        store.dispatch(.cart(.add), from: source)
        store.dispatch(.rename(row: 1, to: "Tea"), from: source)
        #expect(
            log.events == [
                """
                open ← RowView.swift:12 body
                - isOpen: false
                + isOpen: true
                """,
                """
                cart(add) ← RowView.swift:12 body
                (state unchanged)
                """,
                """
                rename(row: 1, to: "Tea") ← RowView.swift:12 body
                  rows
                    [1]
                -     title: "the title of row number 1"
                +     title: "Tea"
                """,
            ]
        )
    }

    @Test func refusedActionIsPrintedWithTheReason() {
        let path = CasePath<ShopAction, ShopAction>(extract: { $0 }, embed: { $0 }, name: "shop")
        let app = Feature<ShopAction, ShopState, Void>(shop).lift(.case(path, optional: \ShopState?.self))
        let printer = printer
        let store = Store(
            initialState: nil,
            feature: app.adding(
                LoggerMiddleware<ShopAction, ShopAction, ShopState?>(time: .none, printer: printer)
            ),
            dependencies: ()
        )
        store.dispatch(.open, from: source)
        #expect(log.events == ["open ← RowView.swift:12 body\nwas not processed: the state of shop is gone"])
    }

    @Test func entryWithoutStateIsTheActionAlone() {
        let store = Store(
            initialState: ShopState(),
            reducer: shop,
            middleware: Logger(actionTransform: .box, stateDiffTransform: .none, time: .none, printer: printer)
        )
        store.dispatch(.open, file: "App/Main.swift", function: "start()", line: 4, info: "by hand")
        #expect(
            log.events == [
                """

                ┌─▶ open
                │ source: App/Main.swift:4
                │ function: start()
                │ info: by hand
                └────────────────────
                """
            ]
        )
    }

    @Test func nothingIsPrintedBeforeTheIORuns() {
        let io = Logger(printer: printer).handle(action: .open, from: source) { ShopState() }
        #expect(log.events == [])
        io.run { _ in Issue.record("A logger sends no actions.") }
        #expect(log.events.count == 1)
    }

    @Test func filteredActionIsNotFormatted() {
        let counts = Recorder<String>()
        let logger = Logger(
            actionTransform: .custom { _, _ in counted("text", counts) },
            actionFilter: { action in
                counts.record("filter")
                return action == .open
            },
            stateDiffTransform: .custom { _, _ in counted("diff", counts) },
            time: .custom { counted("time", counts) },
            printer: .custom { _ in counts.record("print") }
        )
        let filtered = logger.handle(action: .cart(.add), from: source) { counted(ShopState(), "state", counts) }
        filtered.run { _ in }
        #expect(counts.events == ["filter"])
        logger.handle(action: .open, from: source) { counted(ShopState(), "state", counts) }.run { _ in }
        #expect(counts.events == ["filter", "filter", "state", "text", "time", "state", "diff", "print"])
    }

    @Test(arguments: [(StateDiffTransform<ShopState>.none, 0), (.newStateOnly, 1), (.diff(), 2), (.recursive, 2)])
    func stateIsReadOnlyAsOftenAsNeeded(transform: StateDiffTransform<ShopState>, reads: Int) {
        let counts = Recorder<String>()
        let logger = Logger(stateDiffTransform: transform, printer: printer)
        logger.handle(action: .open, from: source) { counted(ShopState(), "state", counts) }.run { _ in }
        #expect(counts.events.count == reads)
    }

    @Test func loggerFollowsTheMiddlewareThatItLogs() {
        let order = Recorder<String>()
        let middleware = AnyMiddleware<ShopAction, ShopAction, ShopState> { action, source, _ in
            order.record("handle")
            return IO { output in
                order.record("io")
                if action == .open { output.dispatch(.cart(.add), from: source) }
            }
        }
        let store = Store(
            initialState: ShopState(),
            reducer: shop,
            middleware: middleware.logger(
                actionTransform: .actionNameOnly,
                stateDiffTransform: .none,
                time: .none,
                printer: .custom { order.record($0) }
            )
        )
        store.dispatch(.open)
        #expect(order.events == ["handle", "io", "open", "handle", "io", "cart"])
    }

    @Test func contextReachesTheLoggedMiddleware() {
        let middleware = AnyMiddleware<ShopAction, ShopAction, ShopState>(
            receiveContext: { _, output in output.dispatch(.open, from: source) },
            handle: { _, _, _ in .pure() }
        )
        let store = Store(
            initialState: ShopState(),
            reducer: shop,
            middleware: middleware.logger(stateDiffTransform: .none, time: .none, printer: printer)
        )
        #expect(store.state.isOpen)
        #expect(log.events == ["open ← RowView.swift:12 body"])
    }
}

private func counted(_ event: String, _ counts: Recorder<String>) -> String {
    counted(event, event, counts)
}

private func counted<Value>(_ value: Value, _ event: String, _ counts: Recorder<String>) -> Value {
    counts.record(event)
    return value
}
