// SPDX-License-Identifier: MIT

public import PersistenceMiddleware
import RexCore

/// The file that keeps the entries of an ``Outbox`` when the process ends.
///
/// ```swift
/// let file = OutboxFile<Message>(at: folder + "/outbox")
/// let store = Store(
///     initialState: Chat(outbox: try file.load()),
///     feature: chat,
///     dependencies: World(outboxFile: file)
/// )
/// ```
///
/// It is a log with a record for each event of an entry. Records are appended and synced, several with
/// one sync where they come together. When half of the log is obsolete, it is replaced atomically.
///
/// A flipped bit costs at most the job or the text that it is in. A damaged log, also one whose end a
/// crash has torn, is put aside: a copy gets `.damaged-1` behind its name, or the next number that is
/// free, and the log is rewritten with everything that could be read.
///
/// The first use locks the file for this value and its copies, until the last copy is gone or the
/// store that writes it has ended. For another process, or another `OutboxFile` of the same path, it
/// is in use until then. A file is for one store at a time. A file that another program or a newer
/// version of the app has written is neither read nor replaced. A symbolic link is followed when the
/// file is locked, and everything is done at its target.
public struct OutboxFile<Job: Codable & Sendable>: Sendable {
    /// Where it is.
    public var path: String { keeper.path }
    let keeper: OutboxKeeper
    let owner = OutboxOwner()
    private let coder: any StateCoder

    /// The part of a line that the coder makes.
    private struct Body: Codable {
        let lane: String
        let job: Job
    }

    /// Makes a file of this path; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: where it is in the storage; its folders are made when they are needed.
    ///   - storage: where bytes are kept.
    ///   - coder: turns jobs into bytes, and back. A job that an older version of the app has added
    ///     is read by the newer one.
    public init(at path: String, storage: some Storage = .files, coder: some StateCoder = .json) {
        keeper = OutboxKeeper(path: path, storage: storage)
        self.coder = coder
    }

    /// The outbox with the entries that are not gone, in the order in which they were added.
    ///
    /// Those that wait are sent by the feature of the store that begins with it; so are those that
    /// were in flight when the process ended, under the same identity. A store that begins with
    /// another outbox gets them by its first action, ``OutboxAction/loaded(_:)``.
    ///
    /// - Throws: Why the file cannot be read. It is as it was.
    /// - Complexity: O(*n*)
    public func load() throws(StorageError) -> Outbox<Job> {
        Outbox(try entries())
    }

    /// The outbox of the file, whose identities begin with bits of this generator; see ``load()``.
    public func load(using random: inout some RandomNumberGenerator) throws(StorageError) -> Outbox<Job> {
        Outbox(try entries(), using: &random)
    }

    /// The entries that are not gone.
    func entries() throws(StorageError) -> [OutboxEntry<Job>] {
        var entries: [OutboxEntry<Job>] = []
        for kept in try keeper.read().entries where kept.body.isIntact { entries.append(try entry(kept)) }
        return entries
    }

    private func entry(_ kept: OutboxContents.Kept) throws(StorageError) -> OutboxEntry<Job> {
        do {
            let body = try coder.decode(Body.self, from: kept.body.bytes)
            return OutboxEntry(
                id: kept.id,
                lane: OutboxLane(body.lane),
                job: body.job,
                attempts: kept.attempts,
                phase: kept.rejection.map { .rejected($0) } ?? .waiting
            )
        } catch {
            throw StorageError(.read, path, .cannotDecode("since it has another job than a \(Job.self)"))
        }
    }

    /// The line for something that has happened; nil if there is none for it.
    ///
    /// - Throws: The error of the coder for a job.
    func record(_ event: OutboxEvent<Job>) throws -> OutboxRecord? {
        switch event.kind {
        case .added(let lane, let job):
            OutboxRecord(event.id, .added(OutboxBody(try coder.encode(Body(lane: lane.name, job: job)))))
        case .sent: OutboxRecord(event.id, .sent)
        case .rejected(let reason): OutboxRecord(event.id, .rejected(reason))
        case .retried: OutboxRecord(event.id, .retried)
        case .cancelled: OutboxRecord(event.id, .cancelled)
        case .cleared: nil
        }
    }
}
