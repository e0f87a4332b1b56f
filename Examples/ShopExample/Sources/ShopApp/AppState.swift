// SPDX-License-Identifier: MIT

package import OrdersFeature
package import OutboxMiddleware
package import PersistenceMiddleware
import Prism
package import RexCore
package import ShopModel

package typealias AppStore = Store<AppAction, AppState>

package struct AppState: Sendable {
    package var windows = Windows()
    /// All windows share it.
    package var purchases = OptimisticPurchases(Purchases())
    package var outbox = Outbox<Order>()
    /// The last failure since the last input in a window, or nil.
    package var problem: String?
    package var isOnline = true

    package init() {}

    package var basket: Basket { purchases.shown.basket }
}

@Prism package enum AppAction: Codable, Sendable {
    case opened, closed(Window.ID), window(ElementIDAction<Window.ID, WindowAction>)
    case connected(Bool)
    case orders(OrdersAction)
    case notSaved(StorageError)
}
