// SPDX-License-Identifier: MIT

/// The id of a presentation: a number that its container gives once.
///
/// A ``Presented`` and a ``PresentationStack`` count from 1. Ids are therefore the same in each run
/// of the same actions, and a test can write `2`.
///
/// ```swift
/// var path = PresentationStack<String>()
/// path.push("Inbox")  // #1
/// path.push("Mail")   // #2
/// path.ids == [1, 2]  // true
/// ```
///
/// An id is unique in its container. Two containers have the same ids.
public struct PresentationID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    @usableFromInline let number: Int64

    @inlinable init(number: Int64) {
        self.number = number
    }

    /// Creates an id from a literal, for tests.
    @inlinable public init(integerLiteral number: Int64) {
        self.number = number
    }

    /// The number after a `#`, such as `#2`.
    public var description: String { "#\(number)" }

    /// Returns whether the left presentation of a container is older than the right one.
    @inlinable public static func < (lhs: PresentationID, rhs: PresentationID) -> Bool { lhs.number < rhs.number }
}

extension PresentationID: Codable {
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
