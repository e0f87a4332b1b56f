// SPDX-License-Identifier: MIT

import CRexSystem

/// Returns whether two values are the same: they are equal, or aren't equal to themselves, such as
/// NaN, and certainly have the same content.
///
/// That is certain if a type of plain bits has the same bytes, or if a `Hashable` type has the same
/// hash. Otherwise the values count as different, since a change that nobody sees is worse than a
/// superfluous notification. An array that contains such a value and was created again isn't
/// covered: it is equal to itself, but unequal to the previous array.
///
/// - Complexity: One comparison, if they are equal.
@inlinable package func areSame<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    old == new || areSameDespiteInequality(old, new)
}

/// Not inlined, since it is called for changes only.
@inlinable @inline(never) func areSameDespiteInequality<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    guard old != old, new != new else { return false }
    return _isPOD(Value.self) && haveSameBytes(old, new) || haveSameHash(old, new)
}

/// Returns whether two values are `Hashable` and have the same hash.
@usableFromInline func haveSameHash(_ old: Any, _ new: Any) -> Bool {
    guard let old = old as? any Hashable, let new = new as? any Hashable else { return false }
    return old.hashValue == new.hashValue
}

/// Returns whether two values have the same bytes, and so the same content.
///
/// Different bytes prove nothing: equal strings may have different storage, and padding may contain
/// anything.
@inlinable package func haveSameBytes<Value>(_ old: Value, _ new: Value) -> Bool {
    unsafe withUnsafeBytes(of: old) { old in
        unsafe withUnsafeBytes(of: new) { new in
            unsafe haveSameBytes(old.baseAddress, new.baseAddress, count: old.count)
        }
    }
}

/// Returns whether `count` bytes at two addresses are equal.
///
/// True for a count of zero.
@usableFromInline package func haveSameBytes(
    _ old: UnsafeRawPointer?,
    _ new: UnsafeRawPointer?,
    count: Int
) -> Bool {
    guard count > 0, let old = unsafe old, let new = unsafe new else { return true }
    return unsafe memcmp(old, new, count) == 0
}
