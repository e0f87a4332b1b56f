// SPDX-License-Identifier: MIT

/// The load of the machine at one moment.
struct Sample: Equatable, Sendable {
    /// The number of processes that ran or wanted to, on average over the last minute.
    var load: Double
    /// The part of the memory that is not available, in percent.
    var memory: Double
}

struct SampleFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}
