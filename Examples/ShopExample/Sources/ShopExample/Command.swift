// SPDX-License-Identifier: MIT

import CatalogFeature
import CheckoutFeature
import Foundation
import OrdersFeature
import OutboxMiddleware
import RexCore
import RexNavigation
import ShopApp
import ShopModel

/// Why a line or an option means nothing.
struct Mistake: Error {
    let description: String
}

/// What a line means in a window.
enum Command {
    case action(AppAction)
    case focus(Window.ID)
    case help

    static let overview = """
        catalog, orders        choose a tab
        open N, count N, add   open the page of a product, choose how many, and put them into the basket
        checkout               open the sheet: address TEXT, next, express, next, order
        back                   go back, in the sheet or from a page
        cancel N               cancel an order that was not sent yet; its products are in the basket again
        offline, online        switch the network off and on
        new, window N, close   open a window, choose one, and close it
        help, quit
        """

    init(_ line: String, in app: AppState, window: Window) throws(Mistake) {
        let word = line.prefix { $0 != " " }
        let text = line.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
        switch (word, Int(text)) {
        case ("help", _): self = .help
        case ("offline", _): self = .action(.connected(false))
        case ("online", _): self = .action(.connected(true))
        case ("new", _): self = .action(.opened)
        case ("window", let id?) where app.windows[id] != nil: self = .focus(id)
        case ("close", _):
            guard app.windows.list.count > 1 else { throw Mistake(description: "it is the last window; type quit") }
            self = .action(.closed(window.id))
        case ("cancel", let number?) where window.checkout.isEmpty && window.tab == .orders:
            let order = app.purchases.shown.orders.first { $0.number == number && app.outbox.canCancel($0) }
            guard let order else { throw Mistake(description: "no order \(number) waits for its first attempt") }
            self = .action(.orders(.cancelTapped(order.id)))
        default:
            guard let action = Self.action(of: word, text, in: window) else {
                throw Screen.refusal(app, window)
            }
            self = .action(.window(ElementIDAction(id: window.id, action: action)))
        }
    }

    private static func action(of word: Substring, _ text: String, in window: Window) -> WindowAction? {
        if let id = window.checkout.id, let checkout = window.checkout.value {
            action(of: word, text, in: checkout).map { .checkout(.presented(id, $0)) }
        } else {
            switch (window.tab, word) {
            case (_, "catalog"): .selected(.catalog)
            case (_, "orders"): .selected(.orders)
            case (_, "checkout"): .checkoutTapped
            case (.catalog, _): action(of: word, Int(text), in: window.catalog).map { .catalog($0) }
            case (.orders, _): nil
            }
        }
    }

    private static func action(of word: Substring, _ text: String, in checkout: Checkout) -> CheckoutAction? {
        let (step, id) = (checkout.steps.last?.value, checkout.steps.ids.last)
        return switch (step, word) {
        case (nil, "address"): .typed(address: text)
        case (nil, "next"), (.delivery, "next"): .next(from: id)
        case (nil, "back"): .cancelled
        case (_, "back"): id.map { .step(.dismissed($0)) }
        case (.delivery, "express"): .expressChosen(!checkout.draft.isExpress)
        case (.summary, "order"): .orderTapped
        default: nil
        }
    }

    private static func action(of word: Substring, _ number: Int?, in catalog: Catalog) -> CatalogAction? {
        let page = catalog.path.ids.last
        return switch (word, number, page) {
        case ("open", let id?, nil): Product.with(id: id).map { .opened($0.id) }
        case ("count", let count?, let page?): .page(.presented(page, .quantityChanged(count)))
        case ("add", _, let page?): .page(.presented(page, .addTapped))
        case ("back", _, let page?): .page(.dismissed(page))
        default: nil
        }
    }
}
