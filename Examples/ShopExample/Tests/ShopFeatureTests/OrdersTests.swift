// SPDX-License-Identifier: MIT

import OrdersFeature
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import ShopModel
import Testing

@Suite struct OrdersTests {
    private let delivery = Delivery(address: "Main Street 1", isExpress: false)

    private func start(isOnline: Bool) -> TestStore<OrdersAction, Orders> {
        let world = TestWorld()
        let disk = TestStorage(in: world)
        var state = Orders()
        state.basket = Basket([1: 10, 2: 1])
        state.isOnline = isOnline
        return TestStore(
            initialState: state,
            feature: orders,
            dependencies: OrdersDependencies(
                outbox: OutboxFile(at: "outbox", storage: disk),
                list: StateFile(at: "orders.state", storage: disk)
            ) { order in
                guard order.basket.counts[1] == nil else { throw .rejected("no tea") }
                var order = order
                order.number = 7
                return order
            } pull: {
                []
            },
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    private func rows(_ orders: Orders) -> [OrderRow] { OrderRow.rows(orders.list, orders.outbox) }

    @Test func orderIsShownBeforeItIsSent() throws {
        let test = start(isOnline: false)
        test.send(.placed(delivery))
        #expect(test.state.basket.isEmpty)
        #expect(rows(test.state).map(\.phase) == [.waiting])
        // The basket is empty now.
        test.send(.placed(delivery))
        #expect(rows(test.state).count == 1)
        test.send(.cancelTapped(try #require(rows(test.state).first).id))
        #expect(rows(test.state).isEmpty)
        test.finish()
    }

    @Test func rejectedOrderStaysUntilItIsCancelled() throws {
        let test = start(isOnline: true)
        test.send(.placed(delivery))
        let row = try #require(rows(test.state).first)
        #expect(row.phase == .rejected("no tea"))
        #expect(test.state.list.shown.isEmpty)
        test.send(.retryTapped(row.id))
        #expect(rows(test.state).map(\.phase) == [.rejected("no tea")])
        test.send(.cancelTapped(row.id))
        #expect(rows(test.state).isEmpty)
        test.finish()
    }
}
