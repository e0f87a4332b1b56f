// SPDX-License-Identifier: MIT

/// Code that processes many actions, and the reference that it is compared with.
struct Workload: Sendable {
    /// The name of the table's row.
    ///
    /// Variants of a row append a suffix: `W7 by id`.
    let name: String
    let work: String
    /// The name of the reference, whose ratio is 1.
    var against = "by hand"
    /// The number of actions in a round.
    ///
    /// With nil, as many as take half a millisecond.
    var actions: Int?
    /// The number of measured rounds.
    var rounds = 201
    /// The number of actions in the run that counts allocations.
    var counted = 100_000
    /// Whether only the thread that runs the workload is measured: its CPU time and its allocations.
    ///
    /// For workloads with a second thread whose work is no part of an action, and for rounds that are so long that
    /// other processes interrupt them.
    var excludesOtherThreads = false
    let prepare: @Sendable () -> Contest

    /// Whether `rows` has this workload.
    ///
    /// An empty list stands for all rows.
    func isOne(of rows: [String]) -> Bool {
        rows.isEmpty || rows.contains { name == $0 || name.hasPrefix($0 + " ") }
    }
}

/// A workload that is ready to run.
///
/// Each closure processes `count` actions.
struct Contest {
    let run: (_ count: Int) -> Void
    var reference: ((_ count: Int) -> Void)?
    /// Returns the nanoseconds of an action and of the reference, for a workload that takes them itself.
    var times: (() -> (run: Double, reference: Double))?
    /// Returns the first failure of the runs so far, or nil.
    var complaint: () -> String? = { nil }
}
