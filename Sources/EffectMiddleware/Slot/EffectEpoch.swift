// SPDX-License-Identifier: MIT

import RexCore

/// The current epoch of a slot, for its runs: a run of another epoch is cancelled.
///
/// It has its own lock, so that runs that read it don't wait for the engine. The same lock guards
/// the attempts of a run, which are read together with the epoch. Unchecked Sendable because of its
/// variable, which is only used under the lock.
final class EffectEpoch: @unchecked Sendable {
    private let lock: Lock<Void>
    private var epoch = 0

    /// Makes the epoch of a slot.
    ///
    /// `number` selects one of a few shared locks.
    init(_ number: Int) {
        lock = EffectEpoch.locks[number]
    }

    private static let locks = LockStripes()

    func begin(_ epoch: Int) { lock.withLock { _ in self.epoch = epoch } }

    /// Calls `body` under the lock.
    ///
    /// `isCancelled` is true for a run of another epoch.
    func withLock<Result>(_ runEpoch: Int, _ body: (_ isCancelled: Bool) -> Result) -> Result {
        lock.withLock { _ in body(runEpoch != epoch) }
    }
}
