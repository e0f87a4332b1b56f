// SPDX-License-Identifier: MIT

package import RexCore

/// A key that counts how often it and all keys with the same counter are hashed.
package struct CountedKey: Hashable, Sendable {
    package let value: Int
    private let hashes: Lock<Int>

    package init(_ value: Int, hashes: Lock<Int>) {
        self.value = value
        self.hashes = hashes
    }

    package static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.value == rhs.value }

    package func hash(into hasher: inout Hasher) {
        hashes.withLock { $0 += 1 }
        hasher.combine(value)
    }
}
