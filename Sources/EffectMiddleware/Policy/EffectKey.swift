// SPDX-License-Identifier: MIT

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

    @usableFromInline func isSame(as other: EffectKey) -> Bool {
        func isEqual<Value: Hashable & Sendable>(_ value: Value) -> Bool { other.value as? Value == value }
        return hash == other.hash && isEqual(value)
    }
}
