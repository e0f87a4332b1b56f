// SPDX-License-Identifier: MIT

import EffectMiddleware

/// The reason of a failed request, as a value for the state.
///
/// ```swift
/// if let failure = news.titles.failure { Text(failure.message) }
/// ```
///
/// A request that needs more information about its error has a custom failure type; see
/// ``TypedRequest``.
public struct RequestFailure: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The description of the error.
    public var message: String
    /// Whether the time limit of ``RequestPolicy/timeout(_:)-swift.method`` was exceeded.
    public var isTimeout: Bool

    /// Makes a failure with a message.
    public init(_ message: String, isTimeout: Bool = false) {
        self.message = message
        self.isTimeout = isTimeout
    }

    /// Makes a failure with the description of an error.
    public init(_ error: any Error) {
        self = error as? RequestFailure ?? RequestFailure(String(describing: error), isTimeout: error is EffectTimeout)
    }

    /// The message.
    public var description: String { message }
}
