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
        case .window: app.problem = nil
        case .notSaved(let error): app.problem = "\(error)"
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
            .bridge(each: \.window, \.catalog?.added) { _, added in .orders(.filled(added.0, count: added.count)) }
            .bridge(each: \.window, \.ordered) { _, draft in .orders(.placed(draft)) }
    )
    Feature.saving(\.windows, to: \.windows, failed: { .notSaved($0) })
}

private let orderParts = JoinedPath(
    Orders(),
    .part(\AppState.purchases, as: \.purchases),
    .part(\.outbox, as: \.outbox),
    .part(\.problem, as: \.problem),
    .part(\.isOnline, as: \.isOnline)
)

extension AppState {
    /// Brings the open sheets in step with the basket, which another window may have changed.
    mutating func updateInputs() { windows.updateSheets(with: basket) }
}
