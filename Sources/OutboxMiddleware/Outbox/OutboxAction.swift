// SPDX-License-Identifier: MIT

public import PersistenceMiddleware

/// The actions of an ``Outbox``, all of which its feature sends.
///
/// An app reacts to the first ones. The feature's reducer changes the entry: a reducer that stands
/// before the feature in `combine` still finds the entry as it was, with its job, and one that stands
/// after it finds the result. Each action comes once in a process. For an entry that is gone it
/// changes nothing.
public enum OutboxAction<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    /// An entry was sent, and is gone; with what the server has answered.
    ///
    /// If the process ends before it was noted on disk, the entry is sent again in the next one,
    /// under its identity, and this comes for it once more.
    case sent(OutboxID, Reply)
    /// The server has refused an entry for this reason.
    ///
    /// It stays as ``OutboxPhase/rejected(_:)`` until it is retried or cancelled; if it was
    /// cancelled meanwhile, ``cancelled(_:attempts:)`` follows.
    case rejected(OutboxID, String)
    /// An entry that was cancelled is gone, which is on disk.
    ///
    /// If it was never tried, with 0 attempts, it never will be. Otherwise the last attempt was
    /// refused, has failed or was broken off; in the latter cases the server may have it all the
    /// same.
    case cancelled(OutboxID, attempts: Int)
    /// An attempt has failed for this reason; the entry is retried.
    ///
    /// The reason is the description that the app has written for its error. Of other errors, such as
    /// those of Foundation and `Codable`, it names the type, the case and the coding path, without
    /// values.
    case failed(OutboxID, String)
    /// Something could not be read from the disk or written to it, which is tried again.
    case storageFailed(StorageError)
    /// The job of an entry cannot be decoded, for this reason, which contains no values.
    ///
    /// The entry is in ``Outbox/unreadable``. This comes once in a process, when the file is opened, and
    /// after each ``Outbox/retry(_:)`` that does not help.
    case unreadable(OutboxID, String)

    /// The file was opened, which has these entries that the state has not.
    case loaded([OutboxEntry<Job>])
    /// What has happened up to this mark is on disk.
    case saved(OutboxMark)
    /// An attempt begins, which is noted on disk.
    case attempted(OutboxID)
    /// The time after a failed attempt is over.
    case rested(OutboxID)
    /// Nothing is to be sent any more, and what was being sent was broken off.
    case paused
    /// Another step of the feature, which no app reacts to.
    case step(OutboxStep)

    /// The identity and the answer, if this is that an entry was sent.
    public var sent: (id: OutboxID, reply: Reply)? {
        if case .sent(let id, let reply) = self { (id, reply) } else { nil }
    }

    /// The identity and the reason, if this is that an entry was refused.
    public var rejected: (id: OutboxID, reason: String)? {
        if case .rejected(let id, let reason) = self { (id, reason) } else { nil }
    }

    /// The identity and the number of attempts, if this is that a cancelled entry is gone.
    public var cancelled: (id: OutboxID, attempts: Int)? {
        if case .cancelled(let id, let attempts) = self { (id, attempts) } else { nil }
    }

    /// The error, if this is one of the storage.
    public var storageFailed: StorageError? {
        if case .storageFailed(let error) = self { error } else { nil }
    }
}

extension OutboxAction: Equatable where Job: Equatable, Reply: Equatable {}
extension OutboxAction: Hashable where Job: Hashable, Reply: Hashable {}
extension OutboxAction: Encodable where Reply: Encodable {}
extension OutboxAction: Decodable where Reply: Decodable {}

/// A moment in the history of an ``Outbox``, up to which it is on disk.
public struct OutboxMark: Hashable, Codable, Sendable {
    /// The outbox that it is of: another value that takes its place counts anew.
    @usableFromInline let outbox: OutboxID
    @usableFromInline var number: Int
    /// The numbers of earlier changes that are not on disk yet.
    @usableFromInline var missing: [Int] = []

    init(outbox: OutboxID, number: Int) {
        (self.outbox, self.number) = (outbox, number)
    }

    /// Returns true if both are the same moment of one outbox, at which the same is on disk.
    @inlinable public static func == (lhs: OutboxMark, rhs: OutboxMark) -> Bool {
        lhs.number == rhs.number && lhs.outbox == rhs.outbox && lhs.missing == rhs.missing
    }
}
