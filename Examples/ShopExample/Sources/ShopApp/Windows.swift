// SPDX-License-Identifier: MIT

package import CatalogFeature
package import CheckoutFeature
import Prism
package import RexCore
package import RexNavigation
package import ShopModel

package enum Tab: String, Codable, Sendable { case catalog, orders }

/// A window has its own tab, pages and sheet.
package struct Window: Codable, Sendable, Equatable, Identifiable {
    package let id: Int
    package var tab = Tab.catalog
    package var catalog = Catalog()
    package var checkout = Presented<Checkout>()
}

@Prism package enum WindowAction: Codable, Sendable, Equatable {
    case selected(Tab)
    case catalog(CatalogAction)
    case checkoutTapped, checkout(PresentationAction<CheckoutAction>)
    /// The result of the sheet.
    case ordered(OrderDraft)
}

package let window = Feature<WindowAction, Window, Void>.combine {
    Feature { action, window in
        if let tab = action.selected { window.tab = tab }
        // The app brings the basket into the sheet, in the same action.
        if action.isCheckoutTapped { window.checkout.present(Checkout(basket: Basket())) }
        if action.isOrdered { window.tab = .orders }
    }
    catalog.lift(case: WindowAction.prisms.catalog, state: \.catalog)
    checkout.lift(
        .case(
            WindowAction.prisms.checkout,
            presented: \.checkout,
            ends: .when(\.finished, sending: WindowAction.ordered),
            .when(\.isCancelled)
        )
    )
}

/// The open windows.
///
/// Their ids come from a counter, which is saved with them.
package struct Windows: Codable, Sendable, Equatable {
    package internal(set) var list: [Window] = []
    private var lastID = 0

    package init() { open() }

    package subscript(id: Window.ID) -> Window? { list.first { $0.id == id } }

    mutating func open() {
        lastID += 1
        list.append(Window(id: lastID))
    }

    /// Closes a window, unless it is the last one.
    mutating func close(_ id: Window.ID) {
        if list.count > 1 { list.removeAll { $0.id == id } }
    }

    mutating func updateSheets(with basket: Basket) {
        for index in list.indices {
            if basket.isEmpty { list[index].checkout.dismiss() }
            list[index].checkout.update { if $0.draft.basket != basket { $0.draft.basket = basket } }
        }
    }
}
