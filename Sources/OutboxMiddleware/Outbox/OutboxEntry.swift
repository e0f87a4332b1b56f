// SPDX-License-Identifier: MIT

/// A job for a server, as an entry of an ``Outbox``.
public struct OutboxEntry<Job: Codable & Sendable>: Identifiable, Codable, Sendable {
    /// The id, which all attempts use.
    public let id: OutboxID
    /// The lane.
    ///
    /// Its entries are sent in order.
    public let lane: OutboxLane
    /// The job.
    public let job: Job
    /// The number of attempts in all processes; 0 if the entry was never sent.
    public internal(set) var attempts: Int
    /// The phase of the entry.
    public internal(set) var phase: OutboxPhase
}

extension OutboxEntry: Equatable where Job: Equatable {}
extension OutboxEntry: Hashable where Job: Hashable {}

/// The phase of an entry in an ``Outbox``.
public enum OutboxPhase: Hashable, Codable, Sendable {
    /// The entry is being written to disk.
    ///
    /// A crash may lose it.
    case saving
    /// The entry is on disk, and no crash can lose it.
    ///
    /// It waits for its turn, or for a retry.
    case waiting
    /// The entry is being sent.
    case sending
    /// The entry was cancelled.
    ///
    /// The cancellation is not on disk yet, or the outcome of an attempt in flight is not known.
    case cancelling
    /// The server has rejected the entry for this reason.
    ///
    /// It is only sent again by a retry.
    case rejected(String)

    /// The reason of a rejection, or nil in another phase.
    public var rejection: String? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}

/// The name of a lane.
///
/// The entries of a lane are sent in order, one at a time.
///
/// ```swift
/// outbox.add(message, lane: "room \(message.room)")
/// ```
public struct OutboxLane: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The name.
    public let name: String

    /// The lane of entries without an explicit lane.
    public static let main: OutboxLane = "main"

    /// Makes a lane.
    ///
    /// Lanes with the same name are equal.
    public init(_ name: String) {
        self.name = name
    }

    /// Makes a lane from a literal.
    public init(stringLiteral name: String) {
        self.name = name
    }
}

extension OutboxLane: Codable {
    /// Encodes the lane as its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    /// Decodes a lane from its name.
    public init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
    }
}

/// The error that `send` throws to reject an entry, so that it is not retried.
///
/// ```swift
/// guard response.status != 403 else { throw .rejected("You may not write here.") }
/// ```
public struct OutboxRejection: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The reason of the rejection, which the entry keeps.
    public let reason: String

    /// The reason.
    public var description: String { reason }
}

extension Error where Self == OutboxRejection {
    /// Returns a rejection with a reason, to be thrown.
    public static func rejected(_ reason: String) -> OutboxRejection { OutboxRejection(reason: reason) }
}
