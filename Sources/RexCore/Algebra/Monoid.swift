// SPDX-License-Identifier: MIT

/// A ``Semigroup`` with an identity: joining it with a value returns that value.
public protocol Monoid: Semigroup {
    /// The identity.
    static var identity: Self { get }
}

/// Joins all values of a list in order.
///
/// Returns the identity for an empty list.
///
/// - Complexity: One `append` for each value. Halves are joined recursively, so joining *n*
///   reducers or middlewares takes O(*n* log *n*) instead of O(*n*²).
@inlinable public func mconcat<M: Monoid>(_ list: [M]) -> M {
    joined(list[...])
}

@inlinable func joined<M: Monoid>(_ list: ArraySlice<M>) -> M {
    guard list.count > 1 else { return list.first ?? .identity }
    let middle = list.startIndex + list.count / 2
    return .append(joined(list[..<middle]), joined(list[middle...]))
}

extension Monoid where Self: Composable, Composition == Self {
    /// Joins values from left to right.
    ///
    /// The compiler checks this form quickly, also for long lists.
    @inlinable public static func combine(_ parts: any Composable<Self>...) -> Self {
        combine(parts)
    }

    /// Joins the values of a list in order.
    ///
    /// Returns the identity for an empty list.
    @inlinable public static func combine(_ parts: [any Composable<Self>]) -> Self {
        mconcat(parts.map { $0.composition })
    }

    /// Joins the values in a closure, from top to bottom.
    @inlinable public static func combine(@CompositionBuilder<Self> _ parts: () -> Self) -> Self {
        parts()
    }
}
