// SPDX-License-Identifier: MIT

import RexCore

/// The epoch of a slot, as its runs see it: a run that was started in another one is cancelled.
///
/// It has a lock of its own, so that runs that read it do not wait for the engine. The attempts of
/// a run, which are read together with it, are guarded by the same lock. It is unchecked Sendable
/// because of its variable, which is only used under the lock.
final class EffectEpoch: @unchecked Sendable {
    private let lock: Lock<Void>
    private var epoch = 0

    /// Makes the epoch of a slot, whose number chooses one of a few locks.
    init(_ number: Int) {
        lock = EffectEpoch.locks[number & 15]
    }

    /// The locks of all epochs, since one for each would cost more than the rest of it.
    private static let locks = (0..<16).map { _ in Lock(()) }

    func begin(_ epoch: Int) { lock.withLock { _ in self.epoch = epoch } }

    /// Calls `body` under the lock; `isCancelled` is true for a run that was started in another
    /// epoch.
    func withLock<Result>(_ runEpoch: Int, _ body: (_ isCancelled: Bool) -> Result) -> Result {
        lock.withLock { _ in body(runEpoch != epoch) }
    }
}
