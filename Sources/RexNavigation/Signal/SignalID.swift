// SPDX-License-Identifier: MIT

/// The number of a value that was posted to a ``Signals``.
///
/// Each ``Signals`` counts from 1. Numbers are therefore the same in each run of the same actions,
/// and a test can write `2`.
public struct SignalID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    let number: Int64

    /// Creates an id from a literal, for tests.
    public init(integerLiteral number: Int64) {
        self.number = number
    }

    /// The id after this one.
    package var next: SignalID { SignalID(integerLiteral: number + 1) }

    /// The number after a `#`, such as `#2`.
    public var description: String { "#\(number)" }

    /// Returns whether the left value was posted before the right one.
    public static func < (lhs: SignalID, rhs: SignalID) -> Bool { lhs.number < rhs.number }
}

extension SignalID: Codable {
    /// Decodes the number.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
