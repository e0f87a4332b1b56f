// SPDX-License-Identifier: MIT

import RexCore

/// The newest tasks of the stores, with their beginning and their end.
struct RunList: ~Copyable {
    private let capacity: Int
    private var runs: [Int: RecordedRun] = [:]
    /// The numbers of the runs in the order in which they began, the first `dropped` of which are forgotten.
    private var order: [Int] = []
    private var dropped = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func begin(_ run: RecordedRun) {
        runs[run.number] = run
        order.append(run.number)
        guard order.count - dropped > capacity else { return }
        runs[order[dropped]] = nil
        dropped += 1
        guard dropped > capacity else { return }
        order.removeFirst(dropped)
        dropped = 0
    }

    mutating func end(_ number: Int, at time: Duration, _ ending: RecordedRun.Ending, attempts: Int) {
        runs[number]?.end(at: time, ending, attempts: attempts)
    }

    /// All of them, the first one first.
    var all: [RecordedRun] { order[dropped...].compactMap { runs[$0] } }
}
