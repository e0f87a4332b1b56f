// SPDX-License-Identifier: MIT

import RexCore

/// A change of an outbox that is to be written to its log.
struct OutboxLine<Job: Codable & Sendable>: Sendable {
    enum Content: Sendable {
        case event(OutboxEvent<Job>)
        /// An attempt that starts as soon as it is on disk.
        case attempt(OutboxRun<Job>, OutboxWaiter)
    }

    let content: Content
    /// The source of the action that has made the change.
    var cause: ActionSource?
    /// The records of the change, if it needs any.
    var records: [OutboxRecord] = []

    /// The records to append; nil if there are none or the attempt was broken off.
    var item: OutboxAppend.Item? {
        if case .attempt(_, let waiter) = content, waiter.isOver { return nil }
        guard !records.isEmpty else { return nil }
        return OutboxAppend.Item(records, at: place, isEnd: isEnd, isRestoration: event?.isRestoration ?? false)
    }

    /// The place of its entry, nil if it is of none.
    var place: OutboxPlace? {
        switch content {
        case .event(let event): event.place
        case .attempt(let run, _): run.place
        }
    }

    var event: OutboxEvent<Job>? { if case .event(let event) = content { event } else { nil } }

    /// The entry that is to be decoded again.
    var idToDecode: OutboxID? { if case .decode = event?.kind { event?.id } else { nil } }

    var isClear: Bool { event?.isClear ?? false }

    /// Whether it says that an entry is gone.
    private var isEnd: Bool {
        switch event?.kind {
        case .sent, .cancelled: true
        default: false
        }
    }
}
