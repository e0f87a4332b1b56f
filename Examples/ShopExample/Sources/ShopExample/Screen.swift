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
        let rows =
            if let checkout = window.checkout.value {
                sheet(checkout)
            } else if window.tab == .orders {
                orders(app)
            } else if let page = window.catalog.path.last?.value, let product = Product.named(page.product) {
                ["\(product.name), \(price(product.cents)): \(page.count) of it? 'count N', then 'add'"]
            } else {
                Product.all.map { "\($0.id)  \($0.name), \(price($0.cents))" }
            }
        return ([head] + rows + (app.problem.map { [$0] } ?? [])).joined(separator: "\n")
    }

    private static func sheet(_ checkout: Checkout) -> [String] {
        let address = checkout.address.isEmpty ? "?" : checkout.address
        let delivery = checkout.isExpress ? "express" : "normal"
        return switch checkout.steps.last?.value {
        case nil: ["Checkout 1/3, address: \(address)"]
        case .delivery: ["Checkout 2/3, delivery: \(delivery)"]
        case .summary: ["Checkout 3/3, \(price(checkout.cents)) to \(address), \(delivery): 'order' or 'back'"]
        }
    }

    private static func orders(_ app: AppState) -> [String] {
        let rows = OrderRow.rows(app.list, app.outbox)
        return rows.enumerated().map { index, row in
            "\(index + 1)  \(price(row.order.basket.cents)) to \(row.order.delivery.address): \(status(row))"
        } + (rows.isEmpty ? ["no orders"] : [])
    }

    private static func status(_ row: OrderRow) -> String {
        switch row.phase {
        case nil: "accepted as \(row.order.number ?? 0)"
        case .saving: "saving"
        case .waiting: "waits for the network"
        case .sending: "is being sent"
        case .cancelling: "is being cancelled"
        case .rejected(let reason): "rejected, \(reason)"
        }
    }

    private static func price(_ cents: Int) -> String { String(format: "%d.%02d €", cents / 100, cents % 100) }
}
