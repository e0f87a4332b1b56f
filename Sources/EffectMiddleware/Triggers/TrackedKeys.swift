// SPDX-License-Identifier: MIT

import RexCore

/// Distinct keys in insertion order, together with their last changes.
///
/// `forEach` compares other collections at each action, which costs O(*n*) per change. From this
/// one it reads the changes since its last check, so a change costs amortised O(1).
@usableFromInline package struct TrackedKeys<Key: Hashable & Sendable>: Sendable {
    /// Identifies a state of the keys.
    ///
    /// Copies with different changes get different versions.
    @usableFromInline final class Version: Sendable {}

    struct Change: Sendable {
        let key: Key
        /// The version after the change.
        let version: Version
    }

    /// The keys in order.
    ///
    /// Nil at the index of a removed key.
    private var order: [Key?] = []
    private var indices: [Key: Int] = [:]
    /// The last changes, newest last.
    private var log: [Change] = []
    /// The current version, or nil without changes.
    @usableFromInline private(set) var version: Version?

    @usableFromInline package init() {}

    @usableFromInline package func contains(_ key: Key) -> Bool { indices[key] != nil }

    /// Appends a key.
    ///
    /// Does nothing if it is already present.
    package mutating func append(_ key: Key) {
        guard indices[key] == nil else { return }
        indices[key] = order.count
        order.append(key)
        record(key)
    }

    /// Removes a key.
    ///
    /// Does nothing if it is missing.
    ///
    /// - Complexity: Amortised O(1).
    package mutating func remove(_ key: Key) {
        guard let index = indices.removeValue(forKey: key) else { return }
        order[index] = nil
        record(key)
        if needsCompaction(slots: order.count, elements: indices.count) { removeGaps() }
    }

    private mutating func removeGaps() {
        order.removeAll { $0 == nil }
        for (index, key) in order.enumerated() { if let key { indices[key] = index } }
    }

    /// Keeps at most twice as many changes as there are keys.
    ///
    /// A reader that has missed more changes compares all keys at the same cost.
    private mutating func record(_ key: Key) {
        let version = Version()
        self.version = version
        log.append(Change(key: key, version: version))
        if log.count > 2 * indices.count { log.removeFirst(log.count - indices.count) }
    }

    /// Returns the keys that were inserted or removed since a version, oldest change first.
    ///
    /// A key that has changed several times is returned several times. Returns nil if the version
    /// is unknown, because it is too old or belongs to a copy with different changes.
    func keysChanged(since version: Version) -> [Key]? {
        guard version !== self.version else { return [] }
        guard let index = log.lastIndex(where: { $0.version === version }) else { return nil }
        return log[(index + 1)...].map(\.key)
    }
}

// Conforms to `Collection` because `forEach` takes a collection.
extension TrackedKeys: Collection {
    @usableFromInline package var count: Int { indices.count }
    @usableFromInline package var isEmpty: Bool { indices.isEmpty }
    @usableFromInline package var startIndex: Int { index(atOrAfter: 0) }
    @usableFromInline package var endIndex: Int { order.count }

    @usableFromInline package func index(after index: Int) -> Int { self.index(atOrAfter: index + 1) }

    private func index(atOrAfter index: Int) -> Int { order[index...].firstIndex { $0 != nil } ?? order.endIndex }

    @usableFromInline package subscript(index: Int) -> Key {
        guard let key = order[index] else {
            preconditionFailure("The key at \(index) was removed. Use the indices of the collection.")
        }
        return key
    }
}
