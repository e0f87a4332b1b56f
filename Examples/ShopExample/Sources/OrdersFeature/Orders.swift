// SPDX-License-Identifier: MIT

import EffectMiddleware
package import OutboxMiddleware
package import PersistenceMiddleware
import Prism
package import RexCore
package import ShopModel

/// The parts of the app's state that this feature reads and changes.
///
/// The app joins them. `basket` and `isOnline` belong to the app, so there is no copy of them to
/// keep in step.
package struct Orders: Sendable {
    package var list = OrderList([])
    package var outbox = Outbox<OrderChange>()
    /// Why the outbox cannot be written, or nil.
    package var problem: String?
    package var basket = Basket()
    package var isOnline = false

    package init() {}
}

@Prism package enum OrdersAction: Codable, Sendable {
    case placed(Delivery), cancelTapped(Order.ID), retryTapped(Order.ID)
    case pulled([Order], OptimisticMark)
    case outbox(OutboxAction<OrderChange, Order>)
}

package struct OrdersDependencies: Sendable {
    package var outbox: OutboxFile<OrderChange>
    package var list: StateFile<OrderList>
    package var send: @Sendable (Order) async throws -> Order
    package var pull: @Sendable () async throws -> [Order]

    package init(
        outbox: OutboxFile<OrderChange>,
        list: StateFile<OrderList>,
        send: @escaping @Sendable (Order) async throws -> Order,
        pull: @escaping @Sendable () async throws -> [Order]
    ) {
        (self.outbox, self.list, self.send, self.pull) = (outbox, list, send, pull)
    }
}

package let orders = Feature<OrdersAction, Orders, OrdersDependencies>.combine {
    // It stands before the outbox, to find an entry with its job.
    Feature { action, orders in
        orders.take(action)
    } effects: { effects, server in
        effects.during({ $0.isOnline && $0.list.isStale ? $0.list.mark : nil }, .latest.retrying(3)) { mark, effect in
            effect.send(.pulled(try await server.pull(), mark))
        }
    }
    Feature.outbox(
        case: OrdersAction.prisms.outbox,
        state: \.outbox,
        while: \.isOnline,
        to: { $0.outbox }
    ) { change, _, server in
        guard case .placed(let order) = change else { throw .rejected("unknown change") }
        return try await server.send(order)
    }
    Feature.saving(
        \.list,
        to: { $0.list },
        acknowledging: OrdersAction.prisms.outbox,
        state: \.outbox
    )
}

extension OrdersDependencies {
    /// Loads what an earlier process has left.
    package func load() throws -> (OrderList, Outbox<OrderChange>) {
        var list = try list.load() ?? OrderList([])
        let outbox = try outbox.load()
        list.resume(outbox.backlog, by: changes)
        return (list, outbox)
    }
}

extension Orders {
    fileprivate mutating func take(_ action: OrdersAction) {
        switch action {
        case .placed(let delivery): place(delivery)
        case .cancelTapped(let id): outbox.cancel(id)
        case .retryTapped(let id):
            outbox.retry(id)
            show(id)
        case .pulled(let all, let mark): changes.reduce(.pulled(.all(all), askedAt: mark), &list)
        case .outbox(.sent(let id, let order)): changes.reduce(.confirmed(id, [.placed(order)]), &list)
        // The entry stays in the outbox until the user retries or cancels it.
        case .outbox(.rejected(let id, _)), .outbox(.cancelled(let id, _)): changes.reduce(.rejected(id), &list)
        case .outbox(.loaded(let backlog)): list.resume(backlog, by: changes)
        case .outbox(.storageFailed(let error)): problem = "\(error)"
        case .outbox(.saved): problem = nil
        case .outbox: break
        }
    }

    private mutating func place(_ delivery: Delivery) {
        guard !basket.isEmpty else { return }
        let id = outbox.add { [basket] id in .placed(Order(id: id, basket: basket, delivery: delivery)) }
        show(id)
        basket = Basket()
    }

    /// Shows the order of an entry before the server has confirmed it.
    private mutating func show(_ id: Order.ID) {
        if let job = outbox[id]?.job { changes.reduce(.perform(id, job), &list) }
    }
}
