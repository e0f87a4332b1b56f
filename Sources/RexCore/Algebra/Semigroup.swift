// SPDX-License-Identifier: MIT

/// A type whose values can be joined two at a time.
///
/// Joining is associative: grouping doesn't matter, as in `(a <> b) <> c` and `a <> (b <> c)`. A
/// type that also conforms to ``Composable`` gets the operator `<>`.
public protocol Semigroup {
    /// Joins two values, `lhs` before `rhs`.
    static func append(_ lhs: Self, _ rhs: Self) -> Self
}
