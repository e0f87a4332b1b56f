// SPDX-License-Identifier: MIT

public import PersistenceMiddleware

/// The actions of an ``Outbox``.
///
/// The feature sends all of them.
///
/// Apps react to the first six cases. The feature's reducer changes the entry. A reducer before the
/// feature in `combine` still finds the entry with its job, and a reducer after it finds the
/// result. Each action occurs once in a process. For a removed entry it changes nothing.
public enum OutboxAction<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    /// An entry was sent and is removed.
    ///
    /// The value is the server's reply.
    ///
    /// If the process ends before this is on disk, the next process sends the entry again with the
    /// same id, and dispatches this action again.
    case sent(OutboxID, Reply)
    /// The server has rejected an entry for this reason.
    ///
    /// The entry stays ``OutboxPhase/rejected(_:)`` until it is retried or cancelled. If it was
    /// cancelled meanwhile, ``cancelled(_:attempts:)`` follows.
    case rejected(OutboxID, String)
    /// A cancelled entry is removed from disk.
    ///
    /// With 0 attempts it was never sent. Otherwise the last attempt was rejected, has failed or
    /// was interrupted. After a failure or an interruption, the server may have the job
    /// nevertheless.
    case cancelled(OutboxID, attempts: Int)
    /// An attempt has failed for this reason.
    ///
    /// The entry is retried.
    ///
    /// The reason is the app's own description of its error. For other errors, for example of Foundation or
    /// `Codable`, it contains the type, the case and the coding path, but no values.
    case failed(OutboxID, String)
    /// A read or a write of the storage has failed.
    ///
    /// It is retried.
    case storageFailed(StorageError)
    /// The job of an entry cannot be decoded.
    ///
    /// The reason contains no values.
    ///
    /// The entry is in ``Outbox/unreadable``. This action occurs once when the file is opened, and
    /// after each ``Outbox/retry(_:)`` that fails again.
    case unreadable(OutboxID, String)

    /// The file was opened, or an unreadable entry was decoded.
    ///
    /// The entries are those that the state does not have. An ``Optimistic`` state resumes them:
    ///
    /// ```swift
    /// case .outbox(.loaded(let backlog)): app.list.resume(backlog, by: changes)
    /// ```
    case loaded(OutboxBacklog<Job>)
    /// All changes up to this mark are on disk.
    case saved(OutboxMark)
    /// An attempt begins.
    ///
    /// Its beginning is on disk.
    case attempted(OutboxID)
    /// The backoff of a failed attempt has ended.
    case rested(OutboxID)
    /// Sending has paused, and attempts in flight were interrupted.
    case paused
    /// Another step of the feature, which no app reacts to.
    case step(OutboxStep)

    /// The id and the reply, if this is `sent`.
    public var sent: (id: OutboxID, reply: Reply)? {
        if case .sent(let id, let reply) = self { (id, reply) } else { nil }
    }

    /// The id and the reason, if this is `rejected`.
    public var rejected: (id: OutboxID, reason: String)? {
        if case .rejected(let id, let reason) = self { (id, reason) } else { nil }
    }

    /// The id and the number of attempts, if this is `cancelled`.
    public var cancelled: (id: OutboxID, attempts: Int)? {
        if case .cancelled(let id, let attempts) = self { (id, attempts) } else { nil }
    }

    /// The error, if this is `storageFailed`.
    public var storageFailed: StorageError? {
        if case .storageFailed(let error) = self { error } else { nil }
    }
}

extension OutboxAction: Equatable where Job: Equatable, Reply: Equatable {}
extension OutboxAction: Hashable where Job: Hashable, Reply: Hashable {}
extension OutboxAction: Encodable where Reply: Encodable {}
extension OutboxAction: Decodable where Reply: Decodable {}

/// A position in the history of an ``Outbox``.
///
/// Changes up to it are on disk.
public struct OutboxMark: Hashable, Codable, Sendable {
    /// The outbox of the mark.
    ///
    /// Another outbox in its place counts from the beginning.
    @usableFromInline let outbox: OutboxID
    @usableFromInline var number: Int
    /// The numbers of earlier changes that are not on disk yet.
    @usableFromInline var missing: [Int] = []

    init(outbox: OutboxID, number: Int) {
        (self.outbox, self.number) = (outbox, number)
    }

    /// Returns whether both are the same position of one outbox with the same changes on disk.
    @inlinable public static func == (lhs: OutboxMark, rhs: OutboxMark) -> Bool {
        lhs.number == rhs.number && lhs.outbox == rhs.outbox && lhs.missing == rhs.missing
    }
}
