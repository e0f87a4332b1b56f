// SPDX-License-Identifier: MIT

/// The keys of a `forEach` rule as they were at its last look at the state.
///
/// Inlinable where it compares, so that the code is specialised for the keys of the rule.
@usableFromInline struct EffectKeysReader<Keys: Collection> where Keys.Element: Hashable & Sendable {
    @usableFromInline typealias Key = Keys.Element
    /// The removed keys in their former order and the new ones in their order.
    @usableFromInline typealias Changes = (removed: [Key], added: [Key])

    @usableFromInline var list = EffectKeyList<Key>()
    @usableFromInline var tracked = TrackedKeysReader<Key>()

    @inlinable init() {}

    /// Returns the changes since the last call.
    @inlinable mutating func read(_ keys: Keys) -> Changes {
        if let keys = keys as? TrackedKeys<Key> { return tracked.isSame(keys) ? ([], []) : tracked.read(keys) }
        // Two arrays with the same storage are equal without a walk.
        let isSame = (keys as? [Key]).map { $0 == list.keys } ?? keys.elementsEqual(list.keys)
        return isSame ? ([], []) : list.read(Array(keys))
    }
}

extension EffectKeysReader: Sendable where Keys: SendableMetatype {}
