// SPDX-License-Identifier: MIT

import RexCore

/// The runs of a test world that have not ended, or whose `Task { }`s continue.
struct RunRegistry {
    /// The runs that have not returned.
    private var active: [Int: ActiveRun] = [:]
    /// The runs that have ended, and whose `Task { }`s continue.
    private var escaped: [Int: ActiveRun] = [:]
    private var lastNumber = 0
    /// The task of a store that each thread is about to start.
    private var starting: [UInt: StoreTask] = [:]

    mutating func willStart(_ task: StoreTask, on thread: UInt) { starting[thread] = task }

    /// Makes the run of the task that this thread starts.
    ///
    /// - Parameter isKept: Whether the run belongs to a store that was not killed.
    mutating func begin(_ source: ActionSource?, of store: Int, on thread: UInt, isKept: Bool) -> ActiveRun {
        lastNumber += 1
        let run = ActiveRun(number: lastNumber, store: store, starting.removeValue(forKey: thread), source: source)
        if isKept { active[run.number] = run }
        return run
    }

    mutating func end(_ run: ActiveRun) {
        let isOfLivingStore = active.removeValue(forKey: run.number) != nil
        if isOfLivingStore, run.isMarked { escaped[run.number] = run }
    }

    /// Removes a run from the escaped ones, since no task holds its mark any more.
    mutating func didEndTasks(of run: ActiveRun) {
        if !escaped.isEmpty { escaped[run.number] = nil }
    }

    /// Removes the runs of a killed store, and returns them, to be released after unlocking.
    mutating func removeAll(of store: Int) -> [ActiveRun] {
        let removed = [active, escaped].flatMap { $0.values.filter { $0.store == store } }
        for run in removed { (active[run.number], escaped[run.number]) = (nil, nil) }
        return removed
    }

    /// Forgets all runs.
    mutating func removeAll() { (active, escaped) = ([:], [:]) }

    /// Returns the runs of a store that have not returned, in the order in which they were started.
    func active(of store: Int) -> [ActiveRun] { Self.sorted(active, of: store) }

    /// Returns the runs of a store that have ended and whose `Task { }`s continue, in the order in
    /// which they were started.
    func escaped(of store: Int) -> [ActiveRun] { Self.sorted(escaped, of: store) }

    private static func sorted(_ runs: [Int: ActiveRun], of store: Int) -> [ActiveRun] {
        runs.isEmpty ? [] : runs.values.filter { $0.store == store }.sorted { $0.number < $1.number }
    }
}
