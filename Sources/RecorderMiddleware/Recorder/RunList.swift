// SPDX-License-Identifier: MIT

import RexCore

/// The running tasks of the stores, and the newest ended ones.
struct RunList: ~Copyable {
    private var running: [Int: (run: RecordedRun, task: StoreTask)] = [:]
    private var ended: Newest<RecordedRun>
    /// The number of runs that ever began.
    private(set) var begun = 0

    init(capacity: Int) {
        ended = Newest(capacity: capacity)
    }

    mutating func begin(_ run: RecordedRun, _ task: StoreTask) {
        running[run.number] = (run, task)
        begun += 1
    }

    /// Ends a run, and returns its task, to be released after unlocking.
    mutating func end(
        _ number: Int,
        at time: Duration,
        _ ending: RecordedRun.Ending,
        attempts: Int
    ) -> StoreTask? {
        guard case (var run, let task)? = running.removeValue(forKey: number) else { return nil }
        run.end(at: time, ending, attempts: attempts)
        ended.append(run)
        return task
    }

    /// All runs, oldest first.
    var all: [RecordedRun] { RecordedRun.sorted(running.values.map(\.run) + ended.all) }

    /// The number of runs that ever ended.
    var endedTotal: Int { ended.total }

    /// Returns the running runs that `isKnown` does not know.
    func running(unless isKnown: (Int) -> Bool) -> [RecordedRun] {
        running.values.compactMap { isKnown($0.run.number) ? nil : $0.run }
    }

    func isRunning(_ number: Int) -> Bool { running[number] != nil }

    /// Returns the current number of attempts of a running run.
    func attempts(of number: Int) -> Int? { running[number]?.task.attempts }

    /// Returns ended runs as ``Newest/elements(from:limit:)`` does.
    func ended(from index: Int, limit: Int) -> (first: Int, runs: ArraySlice<RecordedRun>) {
        let (first, runs) = ended.elements(from: index, limit: limit)
        return (first, runs)
    }
}
