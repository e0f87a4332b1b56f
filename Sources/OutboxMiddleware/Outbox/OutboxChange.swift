// SPDX-License-Identifier: MIT

import RexCore

/// A change of an outbox: the state notes it, and the writer queues it and appends its records to the log.
@usableFromInline struct OutboxChange<Job: Codable & Sendable>: Sendable {
    enum Kind: Sendable {
        case added(OutboxLane, Job)
        /// The entry was on disk, but its file was removed.
        case restored(OutboxEntry<Job>)
        /// All entries of a removed file were restored.
        case restoredAll
        /// The attempt with this number, which begins when the change is on disk.
        case attempted(Int, OutboxWaiter)
        /// The number is nil if the outcome is not kept, and so is the reply.
        case sent(any Sendable, number: Int?)
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
    /// The source of the action that has made the change.
    var cause: ActionSource?
    /// The records of the change, once it is encoded; empty if it needs none.
    var records: [OutboxRecord] = []

    init(_ mark: OutboxMark, _ id: OutboxID, at place: OutboxPlace?, _ kind: Kind) {
        (self.mark, self.id, self.place, self.kind) = (mark, id, place, kind)
    }

    /// The beginning of an attempt, which the state only counts when it is on disk.
    init(attempt run: OutboxRun<Job>, _ waiter: OutboxWaiter, from source: ActionSource?) {
        let mark = OutboxMark(outbox: run.id, number: 0)
        self.init(mark, run.id, at: run.place, .attempted(run.attempts + 1, waiter))
        cause = source
    }

    var isAddition: Bool { if case .added = kind { true } else { false } }
    var isRestoration: Bool { if case .restored = kind { true } else { false } }
    var isRetry: Bool { if case .retried = kind { true } else { false } }
    /// Whether the log needs to have nothing else of the entry.
    var isLast: Bool { if case .cancelled(_, _, isKept: false) = kind { true } else { false } }
    var isEndOfRestoration: Bool { if case .restoredAll = kind { true } else { false } }
    var isDecoding: Bool { if case .decode = kind { true } else { false } }
    var isClear: Bool { if case .cleared = kind { true } else { false } }

    /// The wait of an attempt for this change.
    var waiter: OutboxWaiter? { if case .attempted(_, let waiter) = kind { waiter } else { nil } }

    /// Whether there is anything to append: nothing if the change has no records, or its attempt was
    /// interrupted.
    var isWanted: Bool { !records.isEmpty && !(waiter?.isOver ?? false) }

    /// Whether it ends an entry, so that it may be written before other changes, and no other before it.
    var isEnd: Bool {
        switch kind {
        case .sent, .cancelled: true
        default: false
        }
    }
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
