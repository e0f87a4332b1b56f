// SPDX-License-Identifier: MIT

/// A value that is equal to itself, whatever its `==` returns.
///
/// Values that aren't equal to themselves, such as NaN, are compared by their hashes if they have
/// one. An array that contains such a value isn't covered, since it is equal to itself and unequal
/// to an array with the same elements. With `==` alone, such a key would be a new one at each action: its run would restart each
/// time and could never be cancelled.
@usableFromInline struct Reflexive<Value: Equatable>: Equatable {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) { self.value = value }

    @inlinable static func == (lhs: Reflexive, rhs: Reflexive) -> Bool {
        lhs.value == rhs.value || lhs.isSameUnequalValue(as: rhs)
    }

    /// Not inlined, since it is rarely called.
    @inlinable @inline(never) func isSameUnequalValue(as other: Reflexive) -> Bool {
        guard value != value, other.value != other.value else { return false }
        guard let value = value as? any Hashable, let other = other.value as? any Hashable else { return false }
        return value.hashValue == other.hashValue
    }
}

extension Reflexive: Hashable where Value: Hashable {
    @inlinable func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Reflexive: Sendable where Value: Sendable {}
