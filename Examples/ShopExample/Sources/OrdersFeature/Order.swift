// SPDX-License-Identifier: MIT

package import OutboxMiddleware
import RexCore
package import ShopModel

/// The job of an outbox entry, and the reply of the server.
package struct Order: Codable, Sendable, Equatable, Identifiable {
    /// The id of the outbox entry that has created the order.
    package let id: OutboxID
    /// The number that the user sees, which never changes.
    package let number: Int
    package let draft: OrderDraft
    /// The number that the server has given, or nil.
    package var receipt: Int?

    package init(id: OutboxID, number: Int, draft: OrderDraft) {
        (self.id, self.number, self.draft) = (id, number, draft)
    }
}

/// The basket and the orders.
///
/// An order that is sent or cancelled changes both, so they are one value, in one file.
package struct Purchases: Codable, Sendable, Equatable {
    package var basket = Basket()
    package var orders: [Order] = []
    /// The number of the last order, also after it was cancelled.
    package var lastNumber = 0

    package init() {}
}

package enum PurchaseChange: Codable, Sendable, Equatable {
    case filled(Product.ID, count: Int), numbered(Int)
    case placed(Order)
    /// The server's whole list.
    case all([Order])
}

package typealias OptimisticPurchases = Optimistic<Purchases, PurchaseChange>

let changes = Reducer<PurchaseChange, Purchases>.reduce { change, purchases in
    switch change {
    case .filled(let product, let count): purchases.basket.add(product, count: count)
    case .numbered(let number): purchases.lastNumber = number
    case .placed(let order):
        purchases.basket.remove(order.draft.basket)
        // A pulled list may have it already.
        purchases.orders.removeAll { $0.id == order.id }
        purchases.orders.append(order)
    case .all(let orders): purchases.orders = orders
    }
}
.optimistic()

extension Outbox<Order> {
    /// Whether an order can be cancelled: after an attempt, the server may have it although no answer has come.
    package func canCancel(_ order: Order) -> Bool {
        self[order.id].map { $0.attempts == 0 && $0.phase != .cancelling } ?? false
    }

    /// Returns the text for the status of an order.
    package func status(of order: Order) -> String {
        switch self[order.id]?.phase {
        // Without a receipt, the outcome is in the log, and the outbox has not reported it to this process yet.
        case nil: order.receipt.map { "accepted as \($0)" } ?? "is being checked"
        case .saving: "is being saved"
        case .waiting: "waits to be sent"
        case .sending: "is being sent"
        case .cancelling, .rejected: "is being cancelled"
        }
    }
}
