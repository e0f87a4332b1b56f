// SPDX-License-Identifier: MIT

import CatalogFeature
import CheckoutFeature
import OrdersFeature
import RexCore
import RexNavigation
import ShopApp
import ShopModel

/// What a line means in a window.
enum Command {
    case action(AppAction)
    case focus(Window.ID)
    case help

    static let overview = """
        catalog, orders        choose a tab
        open N, count N, add   open the page of a product, choose how many, and put them into the basket
        checkout               open the sheet: address TEXT, express, next, order
        back                   go back, in the sheet or from a page
        cancel N, retry N      cancel an order that waits, or send a rejected one again
        offline, online        switch the network off and on
        new, window N, close   open a window, choose one, and close it
        help, quit
        """

    static let names = "open, count, add, checkout, orders, offline, online, new, window, quit"

    struct Mistake: Error {
        let description: String
    }

    init(_ line: String, in app: AppState, window: Window) throws(Mistake) {
        let word = line.prefix { $0 != " " }
        let text = line.dropFirst(word.count).drop { $0 == " " }
        switch (word, Int(text)) {
        case ("help", _): self = .help
        case ("offline", _): self = .action(.connected(false))
        case ("online", _): self = .action(.connected(true))
        case ("new", _): self = .action(.opened)
        case ("window", let id?) where app.windows[id] != nil: self = .focus(id)
        case ("close", _) where app.windows.list.count > 1: self = .action(.closed(window.id))
        case ("cancel", let number?): self = .action(.orders(.cancelTapped(try Self.order(number, in: app))))
        case ("retry", let number?): self = .action(.orders(.retryTapped(try Self.order(number, in: app))))
        default:
            let action =
                if let id = window.checkout.id, let checkout = window.checkout.value {
                    Self.meaning(of: word, text, in: checkout).map { WindowAction.checkout(.presented(id, $0)) }
                } else {
                    Self.meaning(of: word, Int(text), in: window)
                }
            guard let action else { throw Mistake(description: "'\(line)' means nothing here; type help") }
            self = .action(.window(ElementIDAction(id: window.id, action: action)))
        }
    }

    private static func order(_ number: Int, in app: AppState) throws(Mistake) -> Order.ID {
        let rows = OrderRow.rows(app.list, app.outbox)
        guard rows.indices.contains(number - 1) else { throw Mistake(description: "there is no order \(number)") }
        return rows[number - 1].id
    }

    private static func meaning(of word: Substring, _ text: Substring, in checkout: Checkout) -> CheckoutAction? {
        switch word {
        case "address": .typed(address: String(text))
        case "express": .expressChosen(!checkout.isExpress)
        case "next": .next(from: checkout.steps.ids.last)
        case "order": .orderTapped
        case "back": checkout.steps.ids.last.map { .step(.dismissed($0)) } ?? .cancelled
        default: nil
        }
    }

    private static func meaning(of word: Substring, _ number: Int?, in window: Window) -> WindowAction? {
        let page = window.catalog.path.ids.last
        return switch (word, number) {
        case ("catalog", _): .selected(.catalog)
        case ("orders", _): .selected(.orders)
        case ("checkout", _): .checkoutTapped
        case ("open", let id?): Product.named(id).map { .catalog(.opened($0.id)) }
        case ("count", let count?): page.map { .catalog(.page(.presented($0, .counted(count)))) }
        case ("add", _): page.map { .catalog(.page(.presented($0, .addTapped))) }
        case ("back", _): page.map { .catalog(.page(.dismissed($0))) }
        default: nil
        }
    }
}
