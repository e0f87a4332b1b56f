// SPDX-License-Identifier: MIT

import BridgeMiddleware
import CatalogFeature
import CheckoutFeature
import OrdersFeature
import OutboxMiddleware
import PersistenceMiddleware
import Prism
package import RexCore
import RexNavigation
import ShopModel

package let app = Feature<AppAction, AppState, World>.combine {
    // 1. What the windows share.
    Feature { action, app in
        switch action {
        case .opened: app.windows.open()
        case .closed(let id): app.windows.close(id)
        case .connected(let isOnline): app.isOnline = isOnline
        case .window(let row): app.take(row.action, in: row.id)
        case .orders: break
        }
    }
    // 2. The features.
    window.lift(.case(AppAction.prisms.window, each: \.windows.list), dependencies: { _ in () })
    orders.lift(.case(AppAction.prisms.orders, joined: orderParts), dependencies: \.orders)
    // 3. The inputs of features. It comes last, so they are right after each action.
    Feature { _, app in app.updateInputs() }
    // 4. Actions of one feature that are for another.
    Feature(
        middleware: BridgeMiddleware<AppAction, AppAction, AppState>()
            .bridge(each: \.window, \.ordered) { _, delivery in .orders(.placed(delivery)) }
    )
    Feature.saving(\.windows, to: \.windows)
    Feature.saving(\.basket, to: \.basket, now: \.orders?.placed)
}

private let orderParts = JoinedPath(
    Orders(),
    .part(\AppState.list, as: \.list),
    .part(\.outbox, as: \.outbox),
    .part(\.problem, as: \.problem),
    .part(\.basket, as: \.basket),
    .part(\.isOnline, as: \.isOnline)
)

extension AppState {
    fileprivate mutating func take(_ action: WindowAction, in id: Window.ID) {
        switch action {
        case .catalog(.added(let product, let count)): basket.add(product, count: count)
        case .checkoutTapped:
            guard !basket.isEmpty, let index = windows.list.firstIndex(where: { $0.id == id }) else { return }
            windows.list[index].checkout.present(Checkout(basketCents: basket.cents))
        default: break
        }
    }

    /// Brings the open sheets in step with the basket, which another window may have changed.
    fileprivate mutating func updateInputs() {
        for index in windows.list.indices {
            if basket.isEmpty { windows.list[index].checkout.dismiss() }
            let cents = basket.cents
            windows.list[index].checkout.update { if $0.basketCents != cents { $0.basketCents = cents } }
        }
    }
}
