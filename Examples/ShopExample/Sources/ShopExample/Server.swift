// SPDX-License-Identifier: MIT

import OrdersFeature
import OutboxMiddleware
import PersistenceMiddleware
import ShopModel

/// A server that is part of this process. It takes each order once, however often it is sent.
actor Server {
    private let file: StateFile<[Order]>
    private var known: [Order]?

    init(file: StateFile<[Order]>) { self.file = file }

    func orders() throws -> [Order] {
        let orders = try known ?? file.load() ?? []
        known = orders
        return orders
    }

    func place(_ order: Order) async throws -> Order {
        // As long as a network takes.
        try await Task.sleep(for: .milliseconds(300))
        var orders = try orders()
        if let known = orders.first(where: { $0.id == order.id }) { return known }
        guard order.basket.counts.values.allSatisfy({ $0 < 10 }) else { throw .rejected("more than 9 of a product") }
        var order = order
        order.number = 1_001 + orders.count
        orders.append(order)
        try file.save(orders)
        known = orders
        return order
    }
}
