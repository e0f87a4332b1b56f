// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Subscribers {
    /// The number of values that a subscriber requests.
    ///
    /// Demands are additive.
    public struct Demand: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
        /// The number of values, or `Int.max + 1` if the demand is unlimited.
        fileprivate let count: UInt

        fileprivate init(count: UInt) {
            self.count = Swift.min(count, UInt(Int.max) + 1)
        }

        /// A demand for all values.
        public static let unlimited = Demand(count: .max)
        /// A demand for no values.
        public static let none = Demand(count: 0)

        /// Returns a demand for at most `value` values.
        ///
        /// - Precondition: The number is 0 or more.
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "A subscriber requested \(value) values: a demand must be 0 or more.")
            return Demand(count: UInt(bitPattern: value))
        }

        /// The number of values, or nil if the demand is unlimited.
        public var max: Int? { Int(exactly: count) }

        /// `unlimited` or `max(n)`.
        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }

        /// Compares the numbers of values.
        ///
        /// An unlimited demand is the greatest.
        public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.count < rhs.count }

        /// Decodes a number.
        ///
        /// A number above `Int.max` is unlimited.
        public init(from decoder: any Decoder) throws {
            self.init(count: try decoder.singleValueContainer().decode(UInt.self))
        }

        /// Encodes a number.
        ///
        /// An unlimited demand is encoded as a number above `Int.max`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(count)
        }
    }
}

extension Subscribers.Demand {
    /// Returns the sum.
    ///
    /// It is unlimited if either demand is, or if it exceeds `Int.max`.
    public static func + (lhs: Self, rhs: Self) -> Self {
        let (sum, overflows) = lhs.count.addingReportingOverflow(rhs.count)
        return overflows ? .unlimited : Self(count: sum)
    }

    /// Returns the difference, but at least `none`.
    ///
    /// An unlimited demand stays unlimited.
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        return lhs.count > rhs.count ? Self(count: lhs.count - rhs.count) : .none
    }

    /// Returns the sum, but at least `none`.
    ///
    /// An unlimited demand stays unlimited.
    public static func + (lhs: Self, rhs: Int) -> Self {
        rhs < 0 ? lhs - Self(count: rhs.magnitude) : lhs + Self(count: rhs.magnitude)
    }

    /// Returns the difference, but at least `none`.
    ///
    /// An unlimited demand stays unlimited.
    public static func - (lhs: Self, rhs: Int) -> Self {
        rhs < 0 ? lhs + Self(count: rhs.magnitude) : lhs - Self(count: rhs.magnitude)
    }

    /// Adds a demand.
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
    /// Adds a number of values.
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }
    /// Subtracts a demand.
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
    /// Subtracts a number of values.
    public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

    /// Returns the product.
    ///
    /// It is unlimited if the demand is, or if it exceeds `Int.max`.
    ///
    /// - Precondition: The number is 0 or more.
    public static func * (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (product, overflows) = lhs.count.multipliedReportingOverflow(by: Self.max(rhs).count)
        return overflows ? .unlimited : Self(count: product)
    }

    /// Multiplies the demand by a number.
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

    /// Whether the demand is this number of values.
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
    /// Whether the demand is a different number of values.
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
    /// Whether the demand is this number of values.
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
    /// Whether the demand is a different number of values.
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
    /// Whether the demand is less than this number.
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs.count < rhs }
    /// Whether the demand is greater than this number.
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs.count > rhs }
    /// Whether the demand is at most this number.
    public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.count <= rhs }
    /// Whether the demand is at least this number.
    public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.count >= rhs }
    /// Whether the number is less than the demand.
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
    /// Whether the number is greater than the demand.
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
    /// Whether the number is at most the demand.
    public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
    /// Whether the number is at least the demand.
    public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}
#endif
