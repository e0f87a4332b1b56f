// SPDX-License-Identifier: MIT

import EffectMiddleware

/// The reason why a request has failed, as a value that a state can hold.
///
/// ```swift
/// if let failure = news.titles.failure { Text(failure.message) }
/// ```
///
/// A request that needs more of its error has a failure of a type of its own; see
/// ``TypedRequest``.
public struct RequestFailure: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The description of the error.
    public var message: String
    /// True if the time of ``RequestPolicy/timeout(_:)-swift.method`` was over.
    public var isTimeout: Bool

    /// Makes a failure with a message.
    public init(_ message: String, isTimeout: Bool = false) {
        self.message = message
        self.isTimeout = isTimeout
    }

    /// Makes a failure of an error, whose description is the message.
    public init(_ error: any Error) {
        self = error as? RequestFailure ?? RequestFailure(String(describing: error), isTimeout: error is EffectTimeout)
    }

    /// The message.
    public var description: String { message }
}
