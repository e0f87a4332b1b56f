// SPDX-License-Identifier: MIT

import RexCore

/// Lets at most so many runs of a rule go on at once whose keys the state has; for who has the lock of the engine.
final class EffectLimiter {
    private let limit: Int
    private var running = 0
    /// The runs that wait, by their numbers, in whose order they are let in.
    private var waiting: [Int: EffectRun] = [:]
    private var numbers: [Int] = []
    private var first = 0

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Whether there is room for it; if not, it waits.
    func enter(_ run: EffectRun) -> Bool {
        guard running == limit else {
            running += 1
            return true
        }
        waiting[run.number] = run
        numbers.append(run.number)
        return false
    }

    /// Takes back a run that waits.
    func removeWaiting(_ run: EffectRun) {
        waiting[run.number] = nil
        // Those that have gone are not to gather.
        if numbers.count - first > 2 * waiting.count + 16 {
            numbers = numbers[first...].filter { waiting[$0] != nil }
            first = 0
        }
    }

    /// Makes room, and returns the run that gets it.
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
