// SPDX-License-Identifier: MIT

import RexCore

/// A source of unique numbers.
final class Counter: Sendable {
    private let last = Lock(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
