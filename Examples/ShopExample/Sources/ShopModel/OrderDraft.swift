// SPDX-License-Identifier: MIT

/// An order before it is placed: products, an address, and the kind of delivery.
package struct OrderDraft: Codable, Sendable, Equatable {
    package var basket: Basket
    package var address = ""
    package var isExpress = false

    package init(basket: Basket, address: String = "") { (self.basket, self.address) = (basket, address) }

    /// The price with the delivery.
    package var cents: Int { basket.cents + (isExpress ? 500 : 0) }
}
