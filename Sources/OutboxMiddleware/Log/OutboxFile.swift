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
/// The file is a log with a record for each event of an entry. Records are appended and synced,
/// several with one sync if they come together. When half of the log is obsolete, it is replaced
/// atomically.
///
/// A flipped bit costs at most the job or the text that it is in. A damaged log, or one with a torn
/// end after a crash, is put aside: a copy gets the suffix `.damaged-1`, or the next free number,
/// and the log is rewritten with all readable records.
/// ``OutboxAction/storageFailed(_:)`` reports it. Entries that cannot be decoded are kept: see
/// ``Outbox/unreadable``.
///
/// The first use locks the file for this value and its copies, until the last copy is gone or the
/// store that writes it has ended. Other processes and other `OutboxFile` values of the path get
/// `StorageError.Reason.isInUse`, and so does a second store that uses the same value. A file that
/// another program or a newer version of the app has written is neither read nor replaced. A symbolic
/// link is followed when the file is locked, and everything is done at its target.
public struct OutboxFile<Job: Codable & Sendable>: Sendable {
    /// The path in the storage.
    public var path: String { log.path }
    let log: OutboxLog
    private let coder: any StateCoder

    /// The body of a record that the coder encodes.
    private struct Body: Codable {
        let lane: String
        let job: Job
    }

    /// The part of a body that can be decoded although the job cannot.
    private struct Lane: Decodable {
        let lane: String
    }

    /// Makes a file.
    ///
    /// Nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: The path in the storage. Missing folders are made when they are needed.
    ///   - storage: The place where bytes are kept.
    ///   - coder: Encodes and decodes jobs. It also decodes the jobs of older versions of the app.
    public init(at path: String, storage: some Storage = .files, coder: some StateCoder = .json) {
        log = OutboxLog(path: path, storage: storage)
        self.coder = coder
    }

    /// Loads the outbox with the entries that have not ended, in the order in which they were added.
    ///
    /// Pass it to the initial state of a store, whose feature sends the entries that wait, under their
    /// ids, and those that were in flight when the process ended. A store that starts with another
    /// outbox gets the entries by ``OutboxAction/loaded(_:)``. Entries whose job cannot be decoded are
    /// in ``Outbox/unreadable``. A clear that an earlier process has not finished is finished; if the
    /// disk refuses that, ``Outbox/isClearing`` is true and the store retries it.
    ///
    /// Where this process may not write, such as in a read-only folder, the file is read without its
    /// lock. Then a store reports ``OutboxAction/storageFailed(_:)`` and sends nothing until it may.
    ///
    /// - Throws: The reason why the file cannot be read. The file is not changed.
    /// - Complexity: O(*n*)
    public func load() throws(StorageError) -> Outbox<Job> {
        var outbox = Outbox<Job>()
        let found = found(in: try log.load())
        outbox.storage[0].insert(found.entries)
        outbox.storage[0].takeLog(of: found.backlog)
        outbox.storage[0].clearing.isLeft = log.isClearRequested
        return outbox
    }

    /// Reads the entries that have not ended, in the order in which they were added, and the kept
    /// outcomes.
    func read() throws(StorageError) -> OutboxContentsFound<Job> { found(in: try log.read()) }

    private func found(in contents: OutboxContents) -> OutboxContentsFound<Job> {
        let entries = contents.entries.map(decode)
        var log = OutboxLogState(name: contents.log, isOpen: true)
        var outcomes: [OutboxContentsFound<Job>.Outcome] = []
        (log.dropped, log.newest) = (contents.dropped, contents.newest)
        for outcome in contents.outcomes {
            let entry = contents[outcome.id]
            let decoded = entry.map(decode)
            log.newest = max(log.newest, outcome.number)
            let kept = OutboxKept(
                id: outcome.id,
                number: outcome.number,
                kind: kind(outcome.outcome, wasRejected: entry?.rejection != nil),
                lane: decoded?.entry?.lane,
                job: decoded?.entry?.job,
                isReplay: true,
                isDispatched: outcome.isRetried,
                isRetried: outcome.isRetried
            )
            let failure = decoded == nil ? "its entry is missing" : decoded?.unreadable?.reason
            let reason = outcome.isRejection ? nil : failure
            outcomes.append(.init(kept: kept, outcome: outcome.outcome, reason: reason))
        }
        let series = contents.allEntries.map(\.id.first).uniqued
        let backlog = OutboxBacklog(entries.compactMap(\.entry), kept: outcomes.map(\.kept), series: series, log)
        return OutboxContentsFound(entries: entries, outcomes: outcomes, backlog: backlog)
    }

    private func kind(_ outcome: OutboxOutcome, wasRejected: Bool) -> OutboxKept<Job>.Kind {
        switch outcome {
        case .sent: .sent
        case .rejected: .rejected
        case .cancelled(let attempts): .cancelled(attempts: attempts, isUncertain: attempts > 0 && !wasRejected)
        }
    }

    /// The action of a kept outcome.
    ///
    /// It is ``OutboxAction/unreadable(_:_:)`` if the job or the reply cannot be decoded.
    func action<Reply>(of found: OutboxContentsFound<Job>.Outcome) -> OutboxAction<Job, Reply> {
        let id = found.kept.id
        if let reason = found.reason { return .unreadable(id, reason) }
        switch found.outcome {
        case .rejected(let reason): return .rejected(id, reason)
        case .cancelled(let attempts): return .cancelled(id, attempts: attempts)
        case .sent(let body):
            guard body.isIntact else { return .unreadable(id, "the bytes of its reply are damaged") }
            do {
                if let type = Reply.self as? any Decodable.Type, let reply = try decode(type, body) as? Reply {
                    return .sent(id, reply)
                }
                return .unreadable(id, "its reply is no \(Reply.self)")
            } catch {
                return .unreadable(id, "its reply cannot be decoded: \(reasonWithoutValues(error))")
            }
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ body: OutboxBody) throws -> Any {
        try coder.decode(type, from: body.bytes)
    }

    /// Reads some entries, without those that have ended.
    func find(_ ids: Set<OutboxID>) throws(StorageError) -> [OutboxID: OutboxFound<Job>] {
        let found = try log.read().entries.filter { ids.contains($0.id) }
        return Dictionary(found.map { ($0.id, decode($0)) }) { first, _ in first }
    }

    private func decode(_ kept: OutboxContents.Kept) -> OutboxFound<Job> {
        guard kept.body.isIntact else { return unreadable(kept, lane: nil, "its bytes are damaged") }
        do {
            let body = try coder.decode(Body.self, from: kept.body.bytes)
            let phase = kept.rejection.map { OutboxPhase.rejected($0) } ?? .waiting
            let lane = OutboxLane(body.lane)
            return .entry(OutboxEntry(id: kept.id, lane: lane, job: body.job, attempts: kept.attempts, phase: phase))
        } catch {
            let lane = try? coder.decode(Lane.self, from: kept.body.bytes)
            return unreadable(kept, lane: lane?.lane, reasonWithoutValues(error))
        }
    }

    private func unreadable(_ kept: OutboxContents.Kept, lane: String?, _ reason: String) -> OutboxFound<Job> {
        let lane = lane.map { OutboxLane($0) }
        let size = kept.body.bytes.count
        return .unreadable(
            OutboxUnreadable(id: kept.id, lane: lane, attempts: kept.attempts, reason: reason, size: size)
        )
    }

    /// The records of a change.
    ///
    /// - Throws: The error of the coder for a job.
    func records(of change: OutboxChange<Job>) throws -> [OutboxRecord] {
        let id = change.id
        return switch change.kind {
        case .added(let lane, let job): [try added(id, lane, job)]
        case .restored(let entry):
            [try added(id, entry.lane, entry.job), OutboxRecord(id, .attempted(entry.attempts))]
                + (entry.phase.rejection.map { [OutboxRecord(id, .rejected($0))] } ?? [])
        case .attempted(let count, _): [OutboxRecord(id, .attempted(count))]
        case .sent(let reply, let number): [OutboxRecord(id, try sent(reply, number))]
        case .rejected(let reason, let number):
            [OutboxRecord(id, number.map { .kept(.rejected(reason), number: $0) } ?? .rejected(reason))]
        case .retried: [OutboxRecord(id, .retried)]
        case .checkpoint(let number): [OutboxRecord(id, .checkpoint(number))]
        case .cancelled(let attempts, _, let isKept):
            [OutboxRecord(id, isKept ? .kept(.cancelled(attempts: attempts), number: 0) : .cancelled)]
        case .numbered(let number, let attempts):
            [OutboxRecord(id, .kept(.cancelled(attempts: attempts), number: number))]
        case .restoredAll, .decode, .cleared: []
        }
    }

    private func sent(_ reply: any Sendable, _ number: Int?) throws -> OutboxRecord.Kind {
        guard let number, let reply = reply as? any Encodable else { return .sent }
        return .kept(.sent(OutboxBody(try coder.encode(reply))), number: number)
    }

    private func added(_ id: OutboxID, _ lane: OutboxLane, _ job: Job) throws -> OutboxRecord {
        OutboxRecord(id, .added(OutboxBody(try coder.encode(Body(lane: lane.name, job: job)))))
    }
}

/// What a log has: the entries that have not ended, and the kept outcomes.
struct OutboxContentsFound<Job: Codable & Sendable>: Sendable {
    struct Outcome: Sendable {
        let kept: OutboxKept<Job>
        let outcome: OutboxOutcome
        /// Why the job cannot be decoded, if it is needed.
        let reason: String?
    }

    let entries: [OutboxFound<Job>]
    let outcomes: [Outcome]
    let backlog: OutboxBacklog<Job>

    /// Whether no process has left anything.
    var isEmpty: Bool { entries.isEmpty && backlog.kept.isEmpty && backlog.log == nil }
}

/// An entry of a file that has not ended.
enum OutboxFound<Job: Codable & Sendable>: Identifiable, Sendable {
    case entry(OutboxEntry<Job>)
    case unreadable(OutboxUnreadable)

    var id: OutboxID {
        switch self {
        case .entry(let entry): entry.id
        case .unreadable(let entry): entry.id
        }
    }

    var entry: OutboxEntry<Job>? { if case .entry(let entry) = self { entry } else { nil } }
    var unreadable: OutboxUnreadable? { if case .unreadable(let entry) = self { entry } else { nil } }
}
