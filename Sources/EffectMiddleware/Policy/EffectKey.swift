// SPDX-License-Identifier: MIT

import RexCore

/// A type-erased key of a trigger, or the id of an element.
///
/// The hash is computed once, when the key is made. Comparing keys calls user code, so keys are
/// compared without holding a lock.
@usableFromInline struct EffectKey: Sendable {
    @usableFromInline let value: any Hashable & Sendable
    @usableFromInline let hash: Int

    @inlinable init(_ value: some Hashable & Sendable) {
        self.value = value
        hash = value.hashValue
    }

    /// Makes the key of a part whose value may have an identity.
    init(_ id: some Hashable & Sendable, _ identity: PartID?) {
        if let identity { self.init(IdentifiedPart(id: id, identity: identity)) } else { self.init(id) }
    }

    /// Whether it is the key of a single part, with or without an identity.
    var isOfOnlyPart: Bool { value is OnlyPart || value is IdentifiedPart<OnlyPart> }

    /// Whether this key is the same as another one, or the same without its identity.
    func matches(_ other: EffectKey) -> Bool {
        other.isSame(as: self) || value is OnlyPart && other.value is IdentifiedPart<OnlyPart>
    }

    /// The text of the key for messages.
    var text: String { (value as? any ShortlyDescribed)?.shortDescription ?? "\(value)" }

    @usableFromInline func isSame(as other: EffectKey) -> Bool {
        func isSame<Value: Hashable & Sendable>(_ value: Value) -> Bool {
            (other.value as? Value).map { isSameKey(value, $0) } ?? false
        }
        return hash == other.hash && isSame(value)
    }
}

/// The key of a part whose value has an identity.
struct IdentifiedPart<ID: Hashable & Sendable>: Hashable, Sendable {
    let id: ID
    let identity: PartID

    /// The hash of the id alone, so that the part is found without its identity.
    func hash(into hasher: inout Hasher) { id.hash(into: &hasher) }
}

/// Returns whether two keys are the same.
///
/// Keys that aren't equal to themselves, such as NaN, are compared by their hashes. With `==`
/// alone, such a key would be a new one at each action: its run would restart each time and could
/// never be cancelled.
@inlinable func isSameKey<Key: Hashable>(_ lhs: Key, _ rhs: Key) -> Bool {
    lhs == rhs || isSameUnequalKey(lhs, rhs)
}

/// A function of its own, since keys seldom differ.
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
