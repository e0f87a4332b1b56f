// SPDX-License-Identifier: MIT

/// Products with their counts: what the user wants to order, or has ordered.
package struct Basket: Codable, Sendable, Equatable {
    package private(set) var counts: [Product.ID: Int] = [:]

    package init(_ counts: [Product.ID: Int] = [:]) { self.counts = counts }

    package var isEmpty: Bool { counts.isEmpty }

    package var cents: Int { counts.reduce(0) { $0 + $1.value * (Product.with(id: $1.key)?.cents ?? 0) } }

    package mutating func add(_ product: Product.ID, count: Int) { counts[product, default: 0] += count }

    package mutating func remove(_ other: Basket) {
        for (product, count) in other.counts {
            counts[product] = counts[product].flatMap { $0 > count ? $0 - count : nil }
        }
    }

    package func contains(_ other: Basket) -> Bool { other.counts.allSatisfy { counts[$0, default: 0] >= $1 } }
}
