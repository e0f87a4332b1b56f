// SPDX-License-Identifier: MIT

/// Something that the shop sells.
package struct Product: Codable, Sendable, Equatable, Identifiable {
    package let id: Int
    package let name: String
    package let cents: Int

    package init(id: Int, name: String, cents: Int) { (self.id, self.name, self.cents) = (id, name, cents) }

    package static let all = [
        Product(id: 1, name: "Assam tea", cents: 490),
        Product(id: 2, name: "Earl Grey", cents: 520),
        Product(id: 3, name: "Teapot", cents: 2_900),
        Product(id: 4, name: "Kandis", cents: 180),
    ]

    /// Returns the product with this id, or nil if there is none.
    package static func with(id: Product.ID) -> Product? { all.first { $0.id == id } }
}
