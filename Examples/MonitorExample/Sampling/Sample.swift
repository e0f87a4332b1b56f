// SPDX-License-Identifier: MIT

/// How busy the machine was at one moment.
struct Sample: Equatable, Sendable {
    /// How many processes ran or wanted to, on average over the last minute.
    var load: Double
    /// How much of the memory is not available, in percent.
    var memory: Double
}

struct SampleFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}
