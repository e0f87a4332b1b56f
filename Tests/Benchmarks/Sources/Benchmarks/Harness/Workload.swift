// SPDX-License-Identifier: MIT

/// Something that processes many actions, and something else that it is measured against.
struct Workload: Sendable {
    /// The row of the table, and what stands behind it if there are several of one row: `W7 by id`.
    let name: String
    let work: String
    /// What stands for 1 in the ratio.
    var against = "by hand"
    /// How many actions a round processes; without it as many as take a moment.
    var actions: Int?
    /// How many rounds are measured.
    var rounds = 201
    /// How many actions the run processes in which allocations are counted.
    var counted = 100_000
    let prepare: @Sendable () -> Contest

    /// Whether this is one of the rows; all are, if none is named.
    func isOne(of rows: [String]) -> Bool {
        rows.isEmpty || rows.contains { name == $0 || name.hasPrefix($0 + " ") }
    }
}

/// A workload that is ready to run; each closure processes so many actions.
struct Contest {
    let run: (_ count: Int) -> Void
    var reference: ((_ count: Int) -> Void)?
    /// What went wrong in the runs so far, if anything did.
    var complaint: () -> String? = { nil }
}
