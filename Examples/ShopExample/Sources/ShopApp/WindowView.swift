// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
import CatalogFeature
import CheckoutFeature
import OrdersFeature
import OutboxMiddleware
package import RexObservation
import RexNavigation
import ShopModel
package import SwiftUI

/// A window of the app.
///
/// All windows have the model of one store.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
package struct WindowView: View {
    let app: ObservableStore<AppAction, AppState>
    let window: ObservableStore<WindowAction, Window>

    package init(app: ObservableStore<AppAction, AppState>, window: ObservableStore<WindowAction, Window>) {
        (self.app, self.window) = (app, window)
    }

    package var body: some View {
        VStack {
            if let problem = app.problem { Text(problem) }
            TabView(selection: window.binding(\.tab, send: WindowAction.selected)) {
                VStack {
                    CatalogView(model: window.scope(action: WindowAction.catalog, state: \.catalog))
                    if !app.basket.isEmpty { Button("Check out") { window.send(.checkoutTapped) } }
                }
                .tabItem { Text("Catalog") }.tag(Tab.catalog)
                List {
                    ForEach(app.purchases.shown.orders) { order in
                        Text("\(order.number) to \(order.draft.address): \(app.outbox.status(of: order))")
                        if app.outbox.canCancel(order) {
                            Button("Cancel") { app.send(.orders(.cancelTapped(order.id))) }
                        }
                    }
                }
                .tabItem { Text("Orders") }.tag(Tab.orders)
            }
            .sheet(window.presented(\.checkout, action: WindowAction.checkout)) { CheckoutView(model: $0) }
        }
    }
}
#endif
