// SPDX-License-Identifier: MIT

package import OrdersFeature
import OutboxMiddleware
package import PersistenceMiddleware

/// The dependencies of the app.
package struct World: Sendable {
    package var orders: OrdersDependencies
    package var windows: StateFile<Windows>

    package init(
        in folder: String,
        storage: some Storage = .files,
        send: @escaping @Sendable (Order) async throws -> Order,
        pull: @escaping @Sendable () async throws -> [Order]
    ) {
        orders = OrdersDependencies(
            outbox: OutboxFile(at: folder + "/orders.outbox", storage: storage),
            purchases: StateFile(at: folder + "/purchases.state", storage: storage),
            send: send,
            pull: pull
        )
        windows = StateFile(at: folder + "/windows.state", storage: storage)
    }

    /// Loads the state that an earlier process has left.
    package func load() throws -> AppState {
        var app = AppState()
        app.windows = try windows.load() ?? Windows()
        (app.purchases, app.outbox) = try orders.load()
        // A crash may leave windows that are older than the basket.
        app.updateInputs()
        return app
    }

    /// Returns whether the files have a state, after the end of its store.
    package func hasSaved(_ app: AppState) throws -> Bool {
        let saved = try load()
        return saved.windows == app.windows && saved.purchases.base == app.purchases.base
            && saved.outbox.kept == app.outbox.kept
    }
}

extension Outbox {
    /// The entries that are not being cancelled.
    ///
    /// A cancelled entry can leave the outbox before the app hears of it.
    fileprivate var kept: [OutboxID] { entries.filter { $0.phase != .cancelling }.map(\.id) }
}
