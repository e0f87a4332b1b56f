// SPDX-License-Identifier: MIT

package import OrdersFeature
package import OutboxMiddleware
import Prism
package import RexCore
package import ShopModel

package typealias AppStore = Store<AppAction, AppState>

package struct AppState: Sendable {
    package var windows = Windows()
    package var list = OrderList([])
    package var outbox = Outbox<OrderChange>()
    package var problem: String?
    package var isOnline = true
    /// All windows share it.
    package var basket = Basket()

    package init() {}
}

@Prism package enum AppAction: Codable, Sendable {
    case opened, closed(Window.ID), window(ElementIDAction<Window.ID, WindowAction>)
    case connected(Bool)
    case orders(OrdersAction)
}
