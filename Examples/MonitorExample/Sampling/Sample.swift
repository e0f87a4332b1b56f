// SPDX-License-Identifier: MIT

/// The load of the machine at one time.
struct Sample: Equatable, Sendable {
    /// The number of running and runnable processes, averaged over the last minute.
    var load: Double
    /// The share of the memory that is not available, in percent.
    var memory: Double
}

struct SampleFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}
