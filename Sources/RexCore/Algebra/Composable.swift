// SPDX-License-Identifier: MIT

precedencegroup MonoidAppend {
    associativity: left
    higherThan: MultiplicationPrecedence
    lowerThan: BitwiseShiftPrecedence
}

infix operator <> : MonoidAppend

/// A value that `<>` joins with other values of the same composition.
///
/// A ``Semigroup`` is its own composition, so conforming takes one line:
///
/// ```swift
/// struct Total: Monoid, Composable {
///     var value: Int
///     static let identity = Total(value: 0)
///     static func append(_ lhs: Total, _ rhs: Total) -> Total { Total(value: lhs.value + rhs.value) }
/// }
///
/// (Total(value: 1) <> Total(value: 2)).value  // 3
/// ```
///
/// Different types can share a composition: two middlewares of the same actions and state compose
/// into a ``ComposedMiddleware``.
public protocol Composable<Composition> {
    /// The type of two joined values.
    associatedtype Composition: Semigroup

    /// This value as a composition of one.
    var composition: Composition { get }
}

extension Composable where Composition == Self {
    /// The value itself.
    @inlinable public var composition: Self { self }
}

// Disfavoured, so that a chain of values for which both forms are valid is checked in linear time.

/// Joins two values into their common composition, the left one first.
///
/// Two forms for one type are preferred to this one: that of features, and that of readers of one
/// middleware type that is a semigroup.
@_disfavoredOverload @inlinable public func <> <Left: Composable, Right: Composable>(
    lhs: Left,
    rhs: Right
) -> Left.Composition where Left.Composition == Right.Composition {
    .append(lhs.composition, rhs.composition)
}
