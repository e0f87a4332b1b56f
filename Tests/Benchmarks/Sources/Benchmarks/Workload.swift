// SPDX-License-Identifier: MIT

/// Something that processes many actions, and what the same work costs by hand.
struct Workload {
    let name: String
    /// How many actions one run processes.
    let actions: Int
    /// Hand-written code that does the same work with one lock and no library.
    var floor: (() -> Void)?
    let run: () -> Void
}

/// What was measured of a workload, for one action.
struct Figures {
    let nanoseconds: Double
    let floor: Double?
    let allocations: Double

    var ratio: Double? { floor.map { nanoseconds / $0 } }
}
