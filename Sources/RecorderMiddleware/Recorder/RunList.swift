// SPDX-License-Identifier: MIT

import RexCore

/// The running tasks of the stores, and the newest ended ones.
struct RunList: ~Copyable {
    private var running: [Int: RecordedRun] = [:]
    private var ended: Newest<RecordedRun>

    init(capacity: Int) {
        ended = Newest(capacity: capacity)
    }

    mutating func begin(_ run: RecordedRun) {
        running[run.number] = run
    }

    mutating func end(_ number: Int, at time: Duration, _ ending: RecordedRun.Ending, attempts: Int) {
        guard var run = running.removeValue(forKey: number) else { return }
        run.end(at: time, ending, attempts: attempts)
        ended.append(run)
    }

    /// All runs, oldest first.
    var all: [RecordedRun] { (running.values + ended.all).sorted { $0.number < $1.number } }
}
