// SPDX-License-Identifier: MIT

/// The last known version of ``TrackedKeys``, and its keys.
@usableFromInline struct TrackedKeysReader<Key: Hashable & Sendable>: Sendable {
    @usableFromInline var version: TrackedKeys<Key>.Version?
    /// The known keys, numbered in the order in which they were added.
    private var numbers: [Key: Int] = [:]
    private var lastNumber = 0

    @usableFromInline init() {}

    @inlinable func isSame(_ keys: TrackedKeys<Key>) -> Bool { keys.version === version }

    @usableFromInline mutating func read(_ keys: TrackedKeys<Key>) -> (removed: [Key], added: [Key]) {
        let changed = version.flatMap { keys.keysChanged(since: $0) } ?? Array(numbers.keys) + Array(keys)
        version = keys.version
        var (removed, added): ([(key: Key, number: Int)], [Key]) = ([], [])
        // The last insertion of a key determines its position.
        for key in changed.reversed() {
            if !keys.contains(key) {
                if let number = numbers.removeValue(forKey: key) { removed.append((key, number)) }
            } else if numbers[key] == nil {
                numbers[key] = 0
                added.append(key)
            }
        }
        added.reverse()
        for key in added {
            lastNumber += 1
            numbers[key] = lastNumber
        }
        return (removed.sorted { $0.number < $1.number }.map(\.key), added)
    }
}
