// SPDX-License-Identifier: MIT

import OrdersFeature
import OutboxMiddleware
import PersistenceMiddleware
import ShopModel

/// A server that is part of this process. It takes each order once, however often it is sent.
actor Server {
    private let file: StateFile<[Order]>

    init(file: StateFile<[Order]>) { self.file = file }

    func orders() throws -> [Order] { try file.load() ?? [] }

    func place(_ order: Order) async throws -> Order {
        // As long as a network takes.
        try await Task.sleep(for: .milliseconds(300))
        var orders = try orders()
        if let known = orders.first(where: { $0.id == order.id }) { return known }
        guard !order.draft.isExpress || order.draft.basket.counts[3] == nil else {
            throw .rejected("a teapot needs a normal delivery")
        }
        var order = order
        order.receipt = 1_001 + orders.count
        orders.append(order)
        try file.save(orders)
        return order
    }
}
