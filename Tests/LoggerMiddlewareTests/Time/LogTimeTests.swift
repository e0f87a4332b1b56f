// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct LogTimeTests {
    private typealias Logger = LoggerMiddleware<ShopAction, ShopAction, ShopState>

    private let log = Recorder<String>()

    private func logger(_ actionTransform: ActionTransform<ShopAction> = .default, _ time: LogTime = .default) -> Logger
    {
        Logger(
            actionTransform: actionTransform,
            stateDiffTransform: .none,
            time: time,
            printer: .custom { [log] in log.record($0) }
        )
    }

    private func entry(_ actionTransform: ActionTransform<ShopAction> = .default, _ time: LogTime) -> [String] {
        let store = Store(initialState: ShopState(), reducer: shop, middleware: logger(actionTransform, time))
        store.dispatch(.open, from: source)
        return log.events
    }

    @Test func entryStartsWithItsTime() throws {
        let store = Store(initialState: ShopState(), reducer: shop, middleware: logger())
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let before = Date().timeIntervalSince1970
        store.dispatch(.open, from: source)
        let after = Date().timeIntervalSince1970
        let parts = try #require(log.events.first).split(separator: " ", maxSplits: 1)
        #expect(parts.last == "open ← RowView.swift:12 body")
        let time = try format.parse(String(parts[0])).timeIntervalSince1970
        // The text only has milliseconds.
        #expect(time > before - 0.002 && time < after + 0.002)
    }

    @Test func emptyTimeAddsNothing() {
        #expect(entry(.default, .custom { "" }) == ["open ← RowView.swift:12 body"])
    }

    @Test func entryOfATestStoreHasTheTimeOfItsClock() {
        let store = TestStore(initialState: ShopState(), reducer: shop, middleware: logger(.actionNameOnly))
        store.advance(by: .milliseconds(7))
        store.send(.open) { $0.isOpen = true }
        store.advance(by: .microseconds(293_999))
        store.send(.cart(.add))
        store.advance(by: .seconds(3_600))
        store.send(.cart(.add))
        store.finish()
        #expect(log.events == ["+0.007s open", "+0.300s cart", "+3600.300s cart"])
    }

    @Test func otherClockOfAnEnvironmentDoesNotReplaceTheTimeOfDay() throws {
        let store = Store(
            initialState: ShopState(),
            reducer: shop,
            middleware: logger(),
            environment: StoreEnvironment(clock: SuspendingClock(), priority: nil)
        )
        store.dispatch(.open, from: source)
        #expect(try #require(log.events.first).hasSuffix("Z open ← RowView.swift:12 body"))
    }

    @Test func timeCanBeOmittedOrCustom() {
        #expect(entry(.actionNameOnly, .none) == ["open"])
        #expect(entry(.actionNameOnly, .custom { "noon" }) == ["open", "noon open"])
    }

    @Test func boxKeepsItsLayoutBelowTheTime() {
        let box = ActionTransform<ShopAction>.box.text(of: .open, from: source)
        #expect(entry(.box, .custom { "noon" }) == ["\nnoon" + box])
        #expect(box.hasPrefix("\n┌─▶ open\n"))
    }
}
