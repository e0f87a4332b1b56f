// SPDX-License-Identifier: MIT

import CatalogFeature
import CheckoutFeature
import Foundation
import OrdersFeature
import OutboxMiddleware
import RexNavigation
import ShopApp
import ShopModel

/// The text of a window.
enum Screen {
    static func text(_ app: AppState, _ window: Window) -> String {
        let windows = app.windows.list.map { $0.id == window.id ? "[\($0.id)]" : "\($0.id)" }.joined(separator: " ")
        let network = app.isOnline ? "online" : "offline"
        let head = "\n── window \(windows) · \(window.tab.rawValue) · \(network) · basket \(price(app.basket.cents))"
        let rows = contents(app, window).rows
        return ([head] + rows + (app.problem.map { ["! \($0)"] } ?? [])).joined(separator: "\n")
    }

    /// Returns the reason why a line does nothing: what a window shows takes other ones.
    static func refusal(_ app: AppState, _ window: Window) -> Mistake {
        let place = window.checkout.isEmpty ? "here" : "the sheet is open:"
        return Mistake(description: "\(place) you can type \(contents(app, window).commands)")
    }

    /// Returns the rows that a window shows, and their commands.
    private static func contents(_ app: AppState, _ window: Window) -> (rows: [String], commands: String) {
        if let checkout = window.checkout.value {
            let draft = checkout.draft
            let delivery = draft.isExpress ? "express" : "normal"
            return switch checkout.steps.last?.value {
            case nil: (["Checkout 1/3, address: \(draft.address)"], "address TEXT, next with an address, back")
            case .delivery: (["Checkout 2/3, delivery: \(delivery)"], "express, next, back")
            case .summary: (["Checkout 3/3, \(price(draft.cents)) to \(draft.address), \(delivery)"], "order, back")
            }
        }
        if window.tab == .orders { return (orders(app), "cancel N, catalog, checkout with a full basket") }
        guard let page = window.catalog.path.last?.value, let product = Product.with(id: page.product) else {
            let rows = Product.all.map { "\($0.id)  \($0.name), \(price($0.cents))" }
            return (rows, "open N, orders, checkout with a full basket")
        }
        return (
            ["\(page.count) of \(product.name), \(price(product.cents))"],
            "count 1 to 99, add, back, orders, checkout with a full basket"
        )
    }

    private static func orders(_ app: AppState) -> [String] {
        let orders = app.purchases.shown.orders
        return orders.map { order in
            let (draft, status) = (order.draft, app.outbox.status(of: order))
            return "\(order.number)  \(price(draft.cents)) to \(draft.address): \(status)"
        } + (orders.isEmpty ? ["no orders"] : [])
    }

    private static func price(_ cents: Int) -> String { String(format: "%d.%02d €", cents / 100, cents % 100) }
}
