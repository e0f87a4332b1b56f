// SPDX-License-Identifier: MIT

import RexCore

/// A type-erased key of a trigger, or the id of an element.
///
/// The hash is computed once, where the key is made. To compare keys is to call the user's code, so
/// it is done where no lock is held.
@usableFromInline struct EffectKey: Sendable {
    @usableFromInline let value: any Hashable & Sendable
    @usableFromInline let hash: Int

    @inlinable init(_ value: some Hashable & Sendable) {
        self.value = value
        hash = value.hashValue
    }

    /// The key for people.
    var text: String { (value as? any ShortlyDescribed)?.shortDescription ?? "\(value)" }

    @usableFromInline func isSame(as other: EffectKey) -> Bool {
        func isSame<Value: Hashable & Sendable>(_ value: Value) -> Bool {
            (other.value as? Value).map { isSameKey(value, $0) } ?? false
        }
        return hash == other.hash && isSame(value)
    }
}

/// Whether two keys stand for the same thing.
///
/// Keys that are not equal to themselves, as a NaN is not, are told apart by their hashes. By `==`
/// alone such a key would be another one at each action: its run would start again each time, and
/// never be found to be cancelled.
@inlinable func isSameKey<Key: Hashable>(_ lhs: Key, _ rhs: Key) -> Bool {
    lhs == rhs || isSameUnequalKey(lhs, rhs)
}

/// Apart, since keys seldom differ.
@inlinable @inline(never) func isSameUnequalKey<Key: Hashable>(_ lhs: Key, _ rhs: Key) -> Bool {
    lhs != lhs && rhs != rhs && lhs.hashValue == rhs.hashValue
}

/// A key that is equal to itself, whatever its `==` returns.
@usableFromInline struct ReflexiveKey<Key: Hashable>: Hashable {
    @usableFromInline let key: Key

    @inlinable init(_ key: Key) { self.key = key }

    @inlinable static func == (lhs: ReflexiveKey, rhs: ReflexiveKey) -> Bool { isSameKey(lhs.key, rhs.key) }

    @inlinable func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
}

extension ReflexiveKey: Sendable where Key: Sendable {}
