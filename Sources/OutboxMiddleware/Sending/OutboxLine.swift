// SPDX-License-Identifier: MIT

import RexCore

/// A change of an outbox, to be written to its log.
struct OutboxLine<Job: Codable & Sendable>: Sendable {
    enum Content: Sendable {
        case event(OutboxEvent<Job>)
        /// An attempt that starts when its beginning is on disk.
        case attempt(OutboxRun<Job>, OutboxWaiter)
    }

    let content: Content
    /// The source of the action that has made the change.
    var cause: ActionSource?
    /// The records of the change, if it needs any.
    var records: [OutboxRecord] = []

    /// The records to append, or nil if the change has none or its attempt was interrupted.
    var item: OutboxAppend.Item? {
        if case .attempt(_, let waiter) = content, waiter.isOver { return nil }
        guard !records.isEmpty else { return nil }
        return OutboxAppend.Item(records, at: place, isEnd: isEnd, isRestoration: event?.isRestoration ?? false)
    }

    /// The place of the entry, or nil if the change belongs to no entry.
    var place: OutboxPlace? {
        switch content {
        case .event(let event): event.place
        case .attempt(let run, _): run.place
        }
    }

    var event: OutboxEvent<Job>? { if case .event(let event) = content { event } else { nil } }

    /// The id of the entry to decode again.
    var idToDecode: OutboxID? { if case .decode = event?.kind { event?.id } else { nil } }

    var isClear: Bool { event?.isClear ?? false }

    /// Whether the change ends an entry.
    private var isEnd: Bool {
        switch event?.kind {
        case .sent, .cancelled: true
        default: false
        }
    }
}
