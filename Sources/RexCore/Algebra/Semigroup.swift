// SPDX-License-Identifier: MIT

/// A type whose values can be joined two at a time.
///
/// Joining is associative: it does not matter which of two neighbouring pairs is joined first. A
/// type that conforms to ``Composable`` as well is joined by the operator `<>`.
public protocol Semigroup {
    /// Joins two values, `lhs` before `rhs`.
    static func append(_ lhs: Self, _ rhs: Self) -> Self
}
