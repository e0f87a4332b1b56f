// SPDX-License-Identifier: MIT

import EffectMiddleware
import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

private enum CounterAction: Sendable, Equatable {
    case increment
    case reminded

    var increment: Void? { self == .increment ? () : nil }
}

private enum CartAction: Sendable, Equatable {
    case add(String)
    case pay
    case paid

    var pay: Void? { self == .pay ? () : nil }
}

private struct Cart: Sendable, Equatable {
    var items: [String] = []
    var isPaid = false
}

private struct Total: Monoid, Sendable {
    var value: Int
    static let identity = Total(value: 0)
    static func append(_ lhs: Total, _ rhs: Total) -> Total { Total(value: lhs.value + rhs.value) }
}

private enum AppAction: Sendable {
    case counter(CounterAction)

    var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
}

private struct App: Sendable { var count = 0 }

/// The examples in doc comments.
///
/// Each test is named after the documented type or function.
@Suite struct TestingExamples {
    private let counter = Reducer<CounterAction, Int>.reduce { action, count in
        if action == .increment { count += 1 }
    }
    private let cart = Reducer<CartAction, Cart>.reduce { action, cart in
        switch action {
        case .add(let item): cart.items.append(item)
        case .pay: break
        case .paid: cart.isPaid = true
        }
    }

    @Test func testStore() {
        let reminder = EffectMiddleware<CounterAction, CounterAction, Int>()
            .on(\.increment, .latest) { _, effect in
                try await effect.sleep(for: .seconds(60))
                effect.send(.reminded)
            }
        let test = TestStore(initialState: 0, reducer: counter, middleware: reminder)
        test.send(.increment) { $0 = 1 }
        test.advance(by: .seconds(60))
        test.receive(.reminded)
        test.finish()
    }

    @Test func exploring() {
        let shop = EffectMiddleware<CartAction, CartAction, Cart>()
            .on(\.pay, .first) { _, effect in effect.send(.paid) }
        exploreSchedules(1_000) { schedule in
            let test = TestStore(initialState: Cart(), reducer: cart, middleware: shop, schedule: schedule)
            test.send(.add("tea")) { $0.items = ["tea"] }
            test.send(.pay)
            test.run()
            test.skipActions()
            test.expect { $0.isPaid }
            test.finish()
        }
    }

    @Test func inOrder() {
        let shop = EffectMiddleware<CartAction, CartAction, Cart>()
            .on(\.pay, .first) { _, effect in effect.send(.paid) }
        let test = TestStore(
            initialState: Cart(),
            reducer: cart,
            middleware: shop.inOrder(of: [.pay, .add("tea"), .paid])
        )
        test.send(.pay)
        test.send(.add("tea")) { $0.items = ["tea"] }
        test.receive(.paid) { $0.isPaid = true }
        test.finish()
    }

    @Test func testClock() async throws {
        let clock = TestClock()
        async let woken: Void = clock.sleep(until: TestClock.Instant(offset: .seconds(5)))
        clock.advance(by: .seconds(5))
        try await woken
    }

    @Test func testScheduler() {
        let prints = Recorder<String>()
        let scheduler = TestScheduler()
        let ticks = Just("tea").delay(for: .seconds(180), scheduler: scheduler).sink { prints.record($0) }
        scheduler.clock.advance(by: .seconds(180))
        #expect(prints.events == ["tea"])
        ticks.cancel()
    }

    @Test func laws() {
        expectMonoid(Total(value: 1), Total(value: 2), Total(value: 3)) { $0.value }
        expectLift(counter, lift: { $0.lift(action: \AppAction.counter, state: \App.count) }) { reducer in
            var app = App()
            reducer.reduce(.counter(.increment), &app)
            return app
        }
        expectPure(cart, actions: [.add("tea"), .pay], states: [Cart(), Cart(items: ["tea"])])
    }
}
