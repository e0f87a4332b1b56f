// SPDX-License-Identifier: MIT

package import OrdersFeature
import OutboxMiddleware
package import PersistenceMiddleware
package import ShopModel

/// The dependencies of the app.
package struct World: Sendable {
    package var orders: OrdersDependencies
    package var windows: StateFile<Windows>
    package var basket: StateFile<Basket>

    package init(
        in folder: String,
        storage: some Storage = .files,
        send: @escaping @Sendable (Order) async throws -> Order,
        pull: @escaping @Sendable () async throws -> [Order]
    ) {
        orders = OrdersDependencies(
            outbox: OutboxFile(at: folder + "/outbox", storage: storage),
            list: StateFile(at: folder + "/orders.state", storage: storage),
            send: send,
            pull: pull
        )
        windows = StateFile(at: folder + "/windows.state", storage: storage)
        basket = StateFile(at: folder + "/basket.state", storage: storage)
    }

    /// Loads the state that an earlier process has left.
    package func load() throws -> AppState {
        var app = AppState()
        app.windows = try windows.load() ?? Windows()
        app.basket = try basket.load() ?? Basket()
        (app.list, app.outbox) = try orders.load()
        return app
    }
}
