// SPDX-License-Identifier: MIT

/// The error of a run that took longer than its policy allows; see ``EffectPolicy/timeout(_:)``.
public struct EffectTimeout: Error, Hashable, Codable, CustomStringConvertible {
    /// The time that the run was allowed to take.
    public let duration: Duration

    /// Makes the error of a run that was allowed to take so long.
    public init(duration: Duration) {
        self.duration = duration
    }

    /// A description of the error for people.
    public var description: String { "EffectTimeout: it took longer than \(duration)" }
}
