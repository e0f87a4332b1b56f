// SPDX-License-Identifier: MIT

import RexCore

/// A semaphore for the runs of a rule whose keys the state has; guarded by the lock of the engine.
final class EffectLimiter {
    private let limit: Int
    private var running = 0
    /// The runs that wait, by their numbers.
    private var waiting: [Int: EffectRun] = [:]
    /// The numbers of the runs that wait, and of some that have left, in order from `first`.
    private var numbers: [Int] = []
    private var first = 0

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Returns true if the run may start; if not, it waits.
    func enter(_ run: EffectRun) -> Bool {
        guard running == limit else {
            running += 1
            return true
        }
        waiting[run.number] = run
        numbers.append(run.number)
        return false
    }

    /// Removes a run that waits.
    func removeWaiting(_ run: EffectRun) {
        waiting[run.number] = nil
        // The numbers of runs that have left do not pile up.
        if numbers.count - first > 2 * waiting.count + 16 {
            numbers = numbers[first...].filter { waiting[$0] != nil }
            first = 0
        }
    }

    /// Ends a run, and returns the one that may start in its place.
    func leave() -> EffectRun? {
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
