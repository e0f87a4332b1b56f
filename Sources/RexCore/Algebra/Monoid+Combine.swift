// SPDX-License-Identifier: MIT

extension Monoid where Self: Composable, Composition == Self {
    /// Joins values from left to right; the form for long lists, which the compiler checks quickly.
    @inlinable public static func combine(_ parts: any Composable<Self>...) -> Self {
        combine(parts)
    }

    /// Joins the values of a list from first to last; an empty list gives the identity.
    @inlinable public static func combine(_ parts: [any Composable<Self>]) -> Self {
        mconcat(parts.map { $0.composition })
    }

    /// Joins the values that stand below each other in a closure, from top to bottom.
    @inlinable public static func combine(@CompositionBuilder<Self> _ parts: () -> Self) -> Self {
        parts()
    }
}
