// SPDX-License-Identifier: MIT

/// Where and how an order is delivered.
package struct Delivery: Codable, Sendable, Equatable {
    package var address: String
    package var isExpress: Bool

    package init(address: String, isExpress: Bool) { (self.address, self.isExpress) = (address, isExpress) }
}
