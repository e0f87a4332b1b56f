// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// A change of an outbox, to be written to its file.
@usableFromInline struct OutboxEvent<Job: Codable & Sendable>: Sendable {
    enum Kind: Sendable {
        case added(OutboxLane, Job)
        /// The entry was on disk, but its file was removed.
        case restored(OutboxEntry<Job>)
        /// All entries of a removed file were restored.
        case restoredAll
        /// The number is nil if the outcome is not kept, and so is the reply.
        case sent(OutboxReply?, number: Int?)
        case rejected(String, number: Int?)
        case retried
        /// Decodes the job again.
        case decode
        /// Cancelled after a number of attempts.
        ///
        /// `isOver` if no attempt is in flight.
        case cancelled(attempts: Int, isOver: Bool, isKept: Bool)
        /// The cancellation was dispatched under this number.
        case numbered(Int, attempts: Int)
        /// All outcomes up to this number are dropped.
        case checkpoint(Int)
        /// Removes everything, and cancels these entries.
        case cleared([OutboxCancellation])
    }

    let mark: OutboxMark
    let id: OutboxID
    /// The place of the entry, or nil if the change belongs to no entry.
    let place: OutboxPlace?
    let kind: Kind

    var isAddition: Bool { if case .added = kind { true } else { false } }
    var isRestoration: Bool { if case .restored = kind { true } else { false } }
    var isRetry: Bool { if case .retried = kind { true } else { false } }
    /// Whether the log needs to have nothing else of the entry.
    var isLast: Bool { if case .cancelled(_, _, isKept: false) = kind { true } else { false } }
    var isEndOfRestoration: Bool { if case .restoredAll = kind { true } else { false } }
    var isClear: Bool { if case .cleared = kind { true } else { false } }
}

/// The reply of the server, to be kept.
struct OutboxReply: Sendable {
    private let encode: @Sendable (any StateCoder) throws -> [UInt8]

    /// Makes a reply, or nil if its type is not `Encodable`.
    init?<Reply: Sendable>(_ reply: Reply) {
        guard reply is any Encodable else { return nil }
        encode = { coder in
            guard let reply = reply as? any Encodable else { return [] }
            return try coder.encode(reply)
        }
    }

    func bytes(by coder: any StateCoder) throws -> [UInt8] { try encode(coder) }
}

/// An entry that is cancelled, and the number of its attempts.
struct OutboxCancellation: Sendable {
    let id: OutboxID
    let attempts: Int
}

/// The place of an entry in the order of an outbox.
struct OutboxPlace: Sendable {
    let lane: OutboxLane
    /// The position among all entries.
    let position: Int
}
