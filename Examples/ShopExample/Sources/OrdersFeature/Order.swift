// SPDX-License-Identifier: MIT

package import OutboxMiddleware
import RexCore
package import ShopModel

package struct Order: Codable, Sendable, Equatable, Identifiable {
    /// The id of the outbox entry that has created the order.
    package let id: OutboxID
    package let basket: Basket
    package let delivery: Delivery
    /// The number that the server has given, or nil.
    package var number: Int?

    package init(id: OutboxID, basket: Basket, delivery: Delivery) {
        (self.id, self.basket, self.delivery) = (id, basket, delivery)
    }
}

package typealias OrderList = Optimistic<[Order], OrderChange>

package enum OrderChange: Codable, Sendable, Equatable {
    case placed(Order)
    /// The server's whole list.
    case all([Order])
}

let changes = Reducer<OrderChange, [Order]>.reduce { change, orders in
    switch change {
    case .placed(let order):
        // A pulled list may have it already.
        orders.removeAll { $0.id == order.id }
        orders.append(order)
    case .all(let all): orders = all
    }
}
.optimistic()

/// A row of the list: an order of the server, or one that the outbox has.
package struct OrderRow: Sendable, Equatable, Identifiable {
    package let order: Order
    /// The phase of the entry, or nil for an order of the server.
    package let phase: OutboxPhase?

    package var id: Order.ID { order.id }

    /// Returns the shown orders, and the rejected ones behind them.
    package static func rows(_ list: OrderList, _ outbox: Outbox<OrderChange>) -> [OrderRow] {
        let rejected = outbox.rejected.compactMap { entry in
            if case .placed(let order) = entry.job { order } else { nil }
        }
        return (list.shown + rejected).map { OrderRow(order: $0, phase: outbox[$0.id]?.phase) }
    }
}
