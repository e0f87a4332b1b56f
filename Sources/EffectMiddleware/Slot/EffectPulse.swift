// SPDX-License-Identifier: MIT

import RexCore

/// The epoch of a slot, as its runs see it: a run that was started in another one is cancelled.
///
/// It has a lock of its own, so that runs that ask, and what they have sent, do not wait for the engine. What belongs to one
/// run and is asked together with that is behind the same lock. It is unchecked Sendable because of its variable, which
/// only who has the lock uses.
final class EffectPulse: @unchecked Sendable {
    private let lock: Lock<Void>
    private var epoch = 0

    /// - `number`: by which one of a few locks is chosen.
    init(_ number: Int) {
        lock = EffectPulse.locks[number & 15]
    }

    /// A lock for each would cost more than all else of it.
    private static let locks = (0..<16).map { _ in Lock(()) }

    func begin(_ epoch: Int) { lock.withLock { _ in self.epoch = epoch } }

    /// Calls `body` with whether a run of this epoch was cancelled.
    func withLock<Result>(_ runEpoch: Int, _ body: (_ isCancelled: Bool) -> Result) -> Result {
        lock.withLock { _ in body(runEpoch != epoch) }
    }
}
