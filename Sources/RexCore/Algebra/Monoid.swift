// SPDX-License-Identifier: MIT

/// A ``Semigroup`` with a neutral value: joining it on either side changes nothing.
public protocol Monoid: Semigroup {
    /// The neutral value.
    static var identity: Self { get }
}

/// Joins all values of a list in their order; an empty list gives the identity.
///
/// - Complexity: one `append` for each value.
@inlinable public func mconcat<M: Monoid>(_ list: [M]) -> M {
    list.reduce(.identity, M.append)
}
