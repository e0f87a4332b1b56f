// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Subscribers {
    /// The number of values that a subscriber is ready to take; demands add up.
    public struct Demand: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
        /// The number, or one more than the largest `Int` for any number.
        fileprivate let count: UInt

        fileprivate init(count: UInt) {
            self.count = Swift.min(count, UInt(Int.max) + 1)
        }

        /// All values that there are.
        public static let unlimited = Demand(count: .max)
        /// No value.
        public static let none = Demand(count: 0)

        /// At most this many values.
        ///
        /// - Precondition: The number is not negative.
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "A demand of \(value) was made: a subscriber can request no fewer than 0 values.")
            return Demand(count: UInt(bitPattern: value))
        }

        /// The number of values, or nil if it is unlimited.
        public var max: Int? { Int(exactly: count) }

        /// `unlimited` or `max(n)`.
        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }

        /// Compares the numbers of values; unlimited is the largest.
        public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.count < rhs.count }

        /// Reads a number; one that is larger than any `Int` is unlimited.
        public init(from decoder: any Decoder) throws {
            self.init(count: try decoder.singleValueContainer().decode(UInt.self))
        }

        /// Writes a number; that of an unlimited demand is larger than any `Int`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(count)
        }
    }
}

extension Subscribers.Demand {
    /// The sum; unlimited if one of the two is, or if it is larger than any `Int`.
    public static func + (lhs: Self, rhs: Self) -> Self {
        let (sum, isTooLarge) = lhs.count.addingReportingOverflow(rhs.count)
        return isTooLarge ? .unlimited : Self(count: sum)
    }

    /// The difference, at least none; unlimited stays unlimited, whatever is taken from it.
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        return lhs.count > rhs.count ? Self(count: lhs.count - rhs.count) : .none
    }

    /// The sum, at least none; unlimited stays unlimited.
    public static func + (lhs: Self, rhs: Int) -> Self {
        rhs < 0 ? lhs - Self(count: rhs.magnitude) : lhs + Self(count: rhs.magnitude)
    }

    /// The difference, at least none; unlimited stays unlimited.
    public static func - (lhs: Self, rhs: Int) -> Self {
        rhs < 0 ? lhs + Self(count: rhs.magnitude) : lhs - Self(count: rhs.magnitude)
    }

    /// Adds a demand.
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
    /// Adds a number of values.
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }
    /// Takes a demand away.
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
    /// Takes a number of values away.
    public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

    /// The product; unlimited stays unlimited, and so is what is larger than any `Int`.
    ///
    /// - Precondition: The number is not negative.
    public static func * (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (product, isTooLarge) = lhs.count.multipliedReportingOverflow(by: Self.max(rhs).count)
        return isTooLarge ? .unlimited : Self(count: product)
    }

    /// Multiplies with a number.
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

    /// True if the demand is this number of values.
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
    /// True if the demand is another number of values.
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
    /// True if the demand is this number of values.
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
    /// True if the demand is another number of values.
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
    /// True if the demand is less than this number.
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs.count < rhs }
    /// True if the demand is more than this number.
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs.count > rhs }
    /// True if the demand is at most this number.
    public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.count <= rhs }
    /// True if the demand is at least this number.
    public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.count >= rhs }
    /// True if the number is less than the demand.
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
    /// True if the number is more than the demand.
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
    /// True if the number is at most the demand.
    public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
    /// True if the number is at least the demand.
    public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}
#endif
