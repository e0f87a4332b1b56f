// SPDX-License-Identifier: MIT

public import RexCore

/// A value that is equal to itself, whatever its `==` returns.
///
/// With `==` alone, a key that isn't equal to itself, such as NaN, would be a new one at each action:
/// its run would restart each time and could never be cancelled.
@usableFromInline struct Reflexive<Value: Equatable>: Equatable {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) { self.value = value }

    @inlinable static func == (lhs: Reflexive, rhs: Reflexive) -> Bool { areSame(lhs.value, rhs.value) }
}

extension Reflexive: Hashable where Value: Hashable {
    @inlinable func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Reflexive: Sendable where Value: Sendable {}
