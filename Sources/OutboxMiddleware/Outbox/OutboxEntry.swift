// SPDX-License-Identifier: MIT

/// A job that is to be done on a server, as it stands in an ``Outbox``.
public struct OutboxEntry<Job: Codable & Sendable>: Identifiable, Codable, Sendable {
    /// The identity under which it is sent, however often.
    public let id: OutboxID
    /// The lane in whose order it is sent.
    public let lane: OutboxLane
    /// What is to be done.
    public let job: Job
    /// How often it was tried, in all processes; 0 only if it never was.
    public internal(set) var attempts: Int
    /// What is going on with it.
    public internal(set) var phase: OutboxPhase
}

extension OutboxEntry: Equatable where Job: Equatable {}
extension OutboxEntry: Hashable where Job: Hashable {}

/// What is going on with an entry of an ``Outbox``.
public enum OutboxPhase: Hashable, Codable, Sendable {
    /// It is on its way to the disk, and a crash may lose it.
    case saving
    /// It is on disk, and no crash loses it; it waits for its turn, or to be tried again.
    case waiting
    /// It is being sent.
    case sending
    /// It was cancelled, which is not on disk yet, or an attempt of it is under way whose outcome is
    /// not known.
    case cancelling
    /// The server has refused it for this reason. It is not sent, unless it is retried.
    case rejected(String)

    /// The reason why it was refused, if it was.
    public var rejection: String? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}

/// The name of those entries of an ``Outbox`` that are sent in their order, one at a time.
///
/// ```swift
/// outbox.add(message, lane: "room \(message.room)")
/// ```
public struct OutboxLane: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The name.
    public let name: String

    /// The lane of entries for which none is said.
    public static let main: OutboxLane = "main"

    /// Makes a lane; those of one name are the same.
    public init(_ name: String) {
        self.name = name
    }

    /// Makes a lane of a literal.
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

    /// Decodes the lane of its name.
    public init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
    }
}

/// What the sending of an entry throws so that it is not tried again.
///
/// ```swift
/// guard response.status != 403 else { throw OutboxRejection("You may not write here.") }
/// ```
public struct OutboxRejection: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// Why the server refuses it, as the entry keeps it.
    public let reason: String

    /// Makes a rejection for this reason.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}

extension Error where Self == OutboxRejection {
    /// A rejection for this reason, to be thrown.
    public static func rejected(_ reason: String) -> OutboxRejection { OutboxRejection(reason) }
}
