// SPDX-License-Identifier: MIT

import Foundation
import OrdersFeature
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import ShopModel
import Testing

@Suite struct OrdersTests {
    private let disk = TestStorage()

    /// Starts the feature, with a server that has no product 1 and never answers for product 3.
    private func start(isOnline: Bool) -> TestStore<OrdersAction, Orders> {
        var state = Orders()
        state.isOnline = isOnline
        return TestStore(
            initialState: state,
            feature: orders,
            dependencies: OrdersDependencies(
                outbox: OutboxFile(at: "outbox", storage: disk),
                purchases: StateFile(at: "purchases.state", storage: disk)
            ) { order in
                guard order.draft.basket.counts[1] == nil else { throw .rejected("no tea") }
                guard order.draft.basket.counts[3] == nil else { throw POSIXError(.ENETDOWN) }
                return order
            } pull: {
                []
            },
            checks: .onlyWhatIsSaid
        )
    }

    private func order(_ basket: Basket) -> OrdersAction {
        .placed(OrderDraft(basket: basket, address: "Main Street 1"))
    }

    private func statuses(_ orders: Orders) -> [String] {
        orders.purchases.shown.orders.map { orders.outbox.status(of: $0) }
    }

    @Test func orderIsShownBeforeItIsSent() {
        let test = start(isOnline: false)
        test.send(.filled(1, count: 2))
        test.send(order(Basket([1: 2])))
        #expect(test.state.purchases.shown.basket.isEmpty)
        #expect(statuses(test.state) == ["waits to be sent"])
        // What was ordered is no longer in the basket.
        test.send(order(Basket([1: 2])))
        #expect(statuses(test.state).count == 1)
        test.finish()
    }

    @Test func cancelledOrderIsInTheBasketAgainAndTheOthersKeepTheirNumbers() {
        let test = start(isOnline: false)
        test.send(.filled(1, count: 2))
        test.send(order(Basket([1: 1])))
        test.send(order(Basket([1: 1])))
        test.send(.cancelTapped(test.state.purchases.shown.orders[0].id))
        #expect(test.state.purchases.shown.basket == Basket([1: 1]))
        #expect(test.state.purchases.shown.orders.map(\.number) == [2])
        test.send(.cancelTapped(test.state.purchases.shown.orders[0].id))
        test.send(order(Basket([1: 2])))
        #expect(test.state.purchases.shown.orders.map(\.number) == [3])
        test.finish()
    }

    @Test func orderThatMayHaveArrivedIsNotCancelled() throws {
        let test = start(isOnline: true)
        test.send(.filled(3, count: 1))
        test.send(order(Basket([3: 1])))
        test.expect { $0.outbox.entries.map(\.attempts) == [1] && $0.outbox.entries[0].phase == .waiting }
        test.send(.cancelTapped(test.state.purchases.shown.orders[0].id))
        #expect(test.state.purchases.shown.orders.count == 1)
        #expect(test.state.purchases.shown.basket.isEmpty)
        test.skipRuns()
        test.finish()
    }

    @Test func orderWithoutAnEntryOrAReceiptIsBeingChecked() throws {
        var outbox = Outbox<Order>()
        let id = outbox.add { Order(id: $0, number: 1, draft: OrderDraft(basket: Basket([1: 1]))) }
        let order = try #require(outbox[id]?.job)
        #expect(Outbox<Order>().status(of: order) == "is being checked")
    }

    @Test func rejectedOrderIsInTheBasketAgain() {
        let test = start(isOnline: true)
        test.send(.filled(1, count: 1))
        test.send(order(Basket([1: 1])))
        test.expect { $0.problem == "order 1 was rejected: no tea" && $0.outbox.isEmpty }
        #expect(test.state.purchases.shown.basket == Basket([1: 1]))
        #expect(test.state.purchases.shown.orders.isEmpty)
        test.finish()
    }

    @Test func failedSaveIsAProblem() {
        let test = start(isOnline: false)
        disk.failCalls(with: ENOSPC)
        test.send(.filled(1, count: 1))
        #expect(test.state.problem?.contains("purchases.state") == true)
        test.finish()
    }
}
