// SPDX-License-Identifier: MIT

/// The error of a run that exceeded its timeout.
///
/// See ``EffectPolicy/timeout(_:)``.
public struct EffectTimeout: Error, Hashable, Codable, CustomStringConvertible {
    /// The timeout.
    public let duration: Duration

    /// Makes the error for a timeout of `duration`.
    public init(duration: Duration) {
        self.duration = duration
    }

    /// The text of the error.
    public var description: String { "EffectTimeout: it took longer than \(duration)" }
}
