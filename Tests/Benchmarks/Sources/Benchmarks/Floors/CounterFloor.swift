// SPDX-License-Identifier: MIT

import Feature

/// A counter behind a lock.
final class CounterFloor {
    private let count = Guarded(0)

    @inline(never) func dispatch(_ action: CounterAction) {
        count.withLock { count in
            switch action {
            case .increment: count += 1
            case .add(let summand): count += summand
            }
        }
    }
}
