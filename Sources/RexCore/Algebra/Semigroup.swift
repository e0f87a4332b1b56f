// SPDX-License-Identifier: MIT

/// A type whose values can be joined two at a time.
///
/// Joining is associative: it does not matter which of two neighbouring pairs is joined first. To use
/// the operator `<>` with a type of your own, conform it to ``Composable`` as well.
public protocol Semigroup {
    /// Joins two values, `lhs` before `rhs`.
    static func append(_ lhs: Self, _ rhs: Self) -> Self
}
