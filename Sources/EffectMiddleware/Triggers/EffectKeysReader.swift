// SPDX-License-Identifier: MIT

/// The keys of a `forEach` rule when it last checked the state.
///
/// Comparisons are inlinable, so that they are specialised for the keys of the rule.
@usableFromInline struct EffectKeysReader<Keys: Collection> where Keys.Element: Hashable & Sendable {
    @usableFromInline typealias Key = Keys.Element
    /// The removed keys in their old order, and the added keys in their new order.
    @usableFromInline typealias Changes = (removed: [Key], added: [Key])

    @usableFromInline var list = EffectKeyList<Key>()
    @usableFromInline var tracked = TrackedKeysReader<Key>()

    @inlinable init() {}

    /// Returns the changes since the last call.
    @inlinable mutating func read(_ keys: Keys) -> Changes {
        if let keys = keys as? TrackedKeys<Key> { return tracked.isSame(keys) ? ([], []) : tracked.read(keys) }
        // Two arrays with the same storage are equal without iterating over them.
        let isSame = (keys as? [Key]).map { $0 == list.keys } ?? keys.elementsEqual(list.keys)
        return isSame ? ([], []) : list.read(Array(keys))
    }
}

extension EffectKeysReader: Sendable where Keys: SendableMetatype {}
