// SPDX-License-Identifier: MIT

import EffectMiddleware
package import OutboxMiddleware
package import PersistenceMiddleware
import Prism
package import RexCore
package import ShopModel

/// The parts of the app's state that this feature reads and changes.
///
/// The app joins them, so there is no copy of them to keep in step.
package struct Orders: Sendable {
    package var purchases = OptimisticPurchases(Purchases())
    package var outbox = Outbox<Order>()
    /// The last failure, or nil.
    package var problem: String?
    package var isOnline = false

    package init() {}
}

@Prism package enum OrdersAction: Codable, Sendable {
    case filled(Product.ID, count: Int), placed(OrderDraft), cancelTapped(Order.ID)
    case pulled([Order], OptimisticMark)
    case outbox(OutboxAction<Order, Order>)
    case notSaved(StorageError)
}

package struct OrdersDependencies: Sendable {
    package var outbox: OutboxFile<Order>
    package var purchases: StateFile<OptimisticPurchases>
    package var send: @Sendable (Order) async throws -> Order
    package var pull: @Sendable () async throws -> [Order]

    package init(
        outbox: OutboxFile<Order>,
        purchases: StateFile<OptimisticPurchases>,
        send: @escaping @Sendable (Order) async throws -> Order,
        pull: @escaping @Sendable () async throws -> [Order]
    ) {
        (self.outbox, self.purchases, self.send, self.pull) = (outbox, purchases, send, pull)
    }
}

package let orders = Feature<OrdersAction, Orders, OrdersDependencies>.combine {
    // It stands before the outbox, to find an entry with its job.
    Feature { action, orders in
        orders.reduce(action)
    } effects: { effects, server in
        effects.during(\.mark, .latest.retrying(3)) { mark, effect in
            effect.send(.pulled(try await server.pull(), mark))
        }
    }
    Feature.outbox(
        case: OrdersAction.prisms.outbox,
        state: \.outbox,
        while: \.isOnline,
        to: { $0.outbox }
    ) { order, _, server in
        try await server.send(order)
    }
    // A product is saved at once, before its order can be on disk.
    Feature.saving(
        \.purchases,
        to: { $0.purchases },
        acknowledging: OrdersAction.prisms.outbox,
        state: \.outbox,
        now: \.filled,
        failed: { .notSaved($0) }
    )
}

extension OrdersDependencies {
    /// Loads what an earlier process has left.
    package func load() throws -> (OptimisticPurchases, Outbox<Order>) {
        var purchases = try purchases.load() ?? OptimisticPurchases(Purchases())
        let outbox = try outbox.load()
        purchases.resume(outbox.backlog)
        return (purchases, outbox)
    }
}

extension OptimisticPurchases {
    fileprivate mutating func resume(_ backlog: OutboxBacklog<Order>) { resume(backlog, by: changes) { .placed($0) } }
}

extension Orders {
    /// The moment of the pull that is needed, or nil.
    fileprivate var mark: OptimisticMark? { isOnline && purchases.isStale ? purchases.mark : nil }

    fileprivate mutating func reduce(_ action: OrdersAction) {
        switch action {
        case .filled(let product, let count): changes.reduce(.server(.filled(product, count: count)), &purchases)
        case .placed(let draft): place(draft)
        case .cancelTapped(let id): if let order = outbox[id]?.job, outbox.canCancel(order) { outbox.cancel(id) }
        case .pulled(let all, let mark): changes.reduce(.pulled(.all(all), askedAt: mark), &purchases)
        case .outbox(.sent(let id, let order)): changes.reduce(.confirmed(id, [.placed(order)]), &purchases)
        case .outbox(.rejected(let id, let reason)):
            problem = "order \(outbox[id]?.job.number ?? 0) was rejected: \(reason)"
            outbox.cancel(id)
            changes.reduce(.rejected(id), &purchases)
        // The products are in the basket again.
        case .outbox(.cancelled(let id, _)): changes.reduce(.rejected(id), &purchases)
        case .outbox(.loaded(let backlog)): purchases.resume(backlog)
        case .outbox(.storageFailed(let error)), .notSaved(let error): problem = "\(error)"
        case .outbox: break
        }
    }

    private mutating func place(_ draft: OrderDraft) {
        let shown = purchases.shown
        // Another window may have ordered the same.
        guard !draft.basket.isEmpty, shown.basket.contains(draft.basket) else { return }
        let number = 1 + shown.orders.map(\.number).reduce(shown.lastNumber, max)
        changes.reduce(.server(.numbered(number)), &purchases)
        let id = outbox.add { Order(id: $0, number: number, draft: draft) }
        if let order = outbox[id]?.job { changes.reduce(.perform(id, .placed(order)), &purchases) }
    }
}
