// SPDX-License-Identifier: MIT

import RexCore

/// The waits in the runs of one engine.
///
/// They end with their runs.
final class EffectWaits: Sendable {
    private struct Contents {
        var last = 0
        /// The closures that end waits, by the number of the run and the number of the wait.
        var all: [Int: [Int: @Sendable () -> Void]] = [:]
    }

    private let contents = Lock(Contents())

    /// Adds a closure that ends a wait of the run with this number.
    ///
    /// Returns the number of the wait.
    func add(to run: Int, _ end: @escaping @Sendable () -> Void) -> Int {
        contents.withLock { contents in
            contents.last += 1
            contents.all[run, default: [:]][contents.last] = end
            return contents.last
        }
    }

    func remove(_ number: Int, of run: Int) {
        let removed = contents.withLock { contents in
            defer { if contents.all[run]?.isEmpty == true { contents.all[run] = nil } }
            return contents.all[run]?.removeValue(forKey: number)
        }
        extendLifetime(removed)
    }

    func end(of run: Int) {
        guard let ends = contents.withLock({ $0.all.isEmpty ? nil : $0.all.removeValue(forKey: run) }) else {
            return
        }
        for end in ends.values { end() }
    }

    func endAll() {
        let all = contents.withLock { contents in
            defer { contents.all = [:] }
            return contents.all
        }
        for ends in all.values { for end in ends.values { end() } }
    }
}
