// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

/// Takes the lock in its deinit.
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
    /// The optimiser once released such a result before unlocking, and the deinit took the lock again.
    @Test func unusedResultIsReleasedAfterUnlocking() {
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

    @Test func lockTakenTwiceByOneThreadTrapsWithItsRule() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lock = Lock(0, rule: "The shelf is taken.")
            lock.withLock { _ in lock.withLock { $0 += 1 } }
        }
        expectMessage(of: result, contains: "The shelf is taken.", isAlwaysPrinted: true)
    }

    @Test func jobAddedUnderTheLockRunsAfterUnlocking() {
        let lock = Lock<[Int]>([])
        lock.withLockOrLater {
            $0.append(1); return []
        }
        lock.withLock { numbers in
            for number in 2...3 {
                lock.withLockOrLater {
                    $0.append(number); return [Revisitor(Lock([]))]
                }
            }
            numbers.append(0)
        }
        #expect(lock.withLock { $0 }.sorted() == [0, 1, 2, 3])
        #expect(lock.withLock { $0 }.prefix(2) == [1, 0])
    }
}
