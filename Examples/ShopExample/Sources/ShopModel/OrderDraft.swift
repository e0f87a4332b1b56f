// SPDX-License-Identifier: MIT

/// What is to be ordered, and where and how it is delivered.
package struct OrderDraft: Codable, Sendable, Equatable {
    package var basket: Basket
    package var address = ""
    package var isExpress = false

    package init(basket: Basket, address: String = "") { (self.basket, self.address) = (basket, address) }

    /// The price with the delivery.
    package var cents: Int { basket.cents + (isExpress ? 500 : 0) }
}
