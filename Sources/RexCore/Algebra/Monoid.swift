// SPDX-License-Identifier: MIT

/// A ``Semigroup`` with a neutral value: joining it on either side changes nothing.
public protocol Monoid: Semigroup {
    /// The neutral value.
    static var identity: Self { get }
}

/// Joins all values of a list in their order; an empty list makes the identity.
///
/// - Complexity: one `append` for each value. They are joined half by half, so a list of *n*
///   reducers or middlewares is joined in O(*n* log *n*), where one after the other would take
///   O(*n*²).
@inlinable public func mconcat<M: Monoid>(_ list: [M]) -> M {
    joined(list[...])
}

@inlinable func joined<M: Monoid>(_ list: ArraySlice<M>) -> M {
    guard list.count > 1 else { return list.first ?? .identity }
    let middle = list.startIndex + list.count / 2
    return .append(joined(list[..<middle]), joined(list[middle...]))
}

extension Monoid where Self: Composable, Composition == Self {
    /// Joins values from left to right; the form for long lists, which the compiler checks quickly.
    @inlinable public static func combine(_ parts: any Composable<Self>...) -> Self {
        combine(parts)
    }

    /// Joins the values of a list from first to last; an empty list makes the identity.
    @inlinable public static func combine(_ parts: [any Composable<Self>]) -> Self {
        mconcat(parts.map { $0.composition })
    }

    /// Joins the values that stand below each other in a closure, from top to bottom.
    @inlinable public static func combine(@CompositionBuilder<Self> _ parts: () -> Self) -> Self {
        parts()
    }
}
