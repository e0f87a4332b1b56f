// SPDX-License-Identifier: MIT

import RexCore

/// A semaphore for the runs of a limited rule of the state.
///
/// Guarded by the lock of the engine.
final class EffectLimiter {
    private let limit: Int
    private var running = 0
    /// The waiting runs, by their numbers.
    private var waiting: [Int: EffectRun] = [:]
    /// The numbers of waiting runs and of some removed ones, in order, starting at index `first`.
    private var numbers: [Int] = []
    private var first = 0

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Returns whether the run may start.
    ///
    /// If not, it waits.
    func acquire(_ run: EffectRun) -> Bool {
        guard running == limit else {
            running += 1
            return true
        }
        waiting[run.number] = run
        numbers.append(run.number)
        return false
    }

    /// Removes a waiting run.
    func removeWaiting(_ run: EffectRun) {
        waiting[run.number] = nil
        if needsCompaction(slots: numbers.count - first, elements: waiting.count) {
            numbers = numbers[first...].filter { waiting[$0] != nil }
            first = 0
        }
    }

    /// Gives the place of an ended run to the next one.
    ///
    /// Returns the run that starts in its place, if one is waiting.
    func release() -> EffectRun? {
        while first < numbers.count {
            let run = waiting.removeValue(forKey: numbers[first])
            first += 1
            if 2 * first > numbers.count {
                numbers.removeFirst(first)
                first = 0
            }
            if let run { return run }
        }
        running -= 1
        return nil
    }
}

@available(*, unavailable)
extension EffectLimiter: Sendable {}
