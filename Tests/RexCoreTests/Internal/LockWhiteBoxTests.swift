// SPDX-License-Identifier: MIT

import Testing

@testable import RexCore

/// Uses the lock again when it is released.
private final class Revisitor {
    private let lock: Lock<[Revisitor]>

    init(_ lock: Lock<[Revisitor]>) {
        self.lock = lock
    }

    deinit {
        lock.withLock { $0 = [] }
    }
}

@Suite struct LockWhiteBoxTests {
    /// The optimiser once released such a result before the lock was free, and the release used the lock again.
    @Test func resultThatNobodyUsesIsReleasedWhenTheLockIsFree() {
        let lock = Lock<[Revisitor]>([])
        for _ in 0..<100 {
            lock.withLock { $0.append(Revisitor(lock)) }
            _ = lock.withLock { revisitors in
                defer { revisitors = [] }
                return revisitors
            }
        }
        #expect(lock.withLock { $0.count } == 0)
    }
}
