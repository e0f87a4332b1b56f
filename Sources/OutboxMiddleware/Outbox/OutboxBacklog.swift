// SPDX-License-Identifier: MIT

/// The entries of an ``Outbox`` and its outcomes that a saved value may lack.
///
/// ``Optimistic/resume(_:by:action:)`` shows those that a state lacks:
///
/// ```swift
/// var list = try files.list.load() ?? Optimistic([])
/// list.resume(outbox.backlog, by: changes)
/// ```
///
/// ``Outbox/backlog`` has the present one, and ``OutboxAction/loaded(_:)`` that of the file.
public struct OutboxBacklog<Job: Codable & Sendable>: Codable, Sendable {
    /// The entries that have not ended, in the order in which they were added.
    public let entries: [OutboxEntry<Job>]
    /// The kept outcomes by number.
    let kept: [OutboxKept<Job>]
    /// The series of all ids, in the order in which their entries were added.
    let series: [OutboxID]
    /// The name of the log; nil if it has none.
    let log: OutboxID?
    /// The newest number of a dropped outcome, and of all outcomes.
    let dropped, newest: Int
    /// Whether this is the backlog of a file, and not of an outbox that is not open yet.
    let isOpen: Bool
    /// Whether there may be more entries and outcomes than these.
    let isPartial: Bool

    init(_ entries: [OutboxEntry<Job>], kept: [OutboxKept<Job>], series: [OutboxID], _ log: OutboxLogState) {
        (self.entries, self.kept, self.series) = (entries, kept, series)
        (self.log, dropped, newest) = (log.name, log.dropped, log.newest)
        (isOpen, isPartial) = (log.isOpen, false)
    }

    /// The backlog of a file that was removed.
    static var empty: OutboxBacklog { OutboxBacklog([], kept: [], series: [], OutboxLogState(isOpen: true)) }

    /// The same backlog without some of the entries.
    func without(_ ids: Set<OutboxID>) -> OutboxBacklog {
        let state = OutboxLogState(name: log, dropped: dropped, newest: newest, isOpen: isOpen)
        return OutboxBacklog(entries.filter { !ids.contains($0.id) }, kept: kept, series: series, state)
    }

    /// The backlog of an entry that can be decoded again.
    init(decoded entry: OutboxEntry<Job>) {
        (entries, kept, series, log) = ([entry], [], [], nil)
        (dropped, newest, isOpen, isPartial) = (0, 0, true, true)
    }
}

extension OutboxBacklog: Equatable where Job: Equatable {}
extension OutboxBacklog: Hashable where Job: Hashable {}

/// The numbers of a log.
struct OutboxLogState: Sendable {
    /// The random name to which the numbers belong; nil if there is none.
    var name: OutboxID?
    /// The newest number of a dropped outcome, of a dispatched one, and of all.
    var dropped = 0
    var dispatched = 0
    var newest = 0
    /// A random number above all numbers of the file.
    ///
    /// The store gives greater ones, so that it repeats no number that an earlier process has lost in a crash.
    var floor = 0
    /// Whether the file was read.
    var isOpen = false
    /// Whether the store has read the file too, so that no later backlog replaces these numbers.
    var isReadByStore = false
}

/// An outcome that is kept until every saved value has its number.
struct OutboxKept<Job: Codable & Sendable>: Codable, Sendable {
    enum Kind: Hashable, Codable, Sendable {
        case sent
        case rejected
        /// Whether the server may have the job.
        case cancelled(attempts: Int, isUncertain: Bool)
    }

    let id: OutboxID
    /// 0 for an outcome that is not kept.
    let number: Int
    let kind: Kind
    /// The lane and the job; nil if they are not known or cannot be decoded.
    let lane: OutboxLane?
    let job: Job?
    /// Whether an earlier process has written it.
    var isReplay = false
    /// Whether it was dispatched in this process, or is not to be.
    var isDispatched = false
    /// Whether it is a rejection of an entry that was retried, so that it is not dispatched again.
    var isRetried = false
}

extension OutboxKept: Equatable where Job: Equatable {}
extension OutboxKept: Hashable where Job: Hashable {}

extension Outbox {
    /// The present entries, and the outcomes that a saved value may lack.
    ///
    /// Before the file was read, an ``Optimistic`` state that resumes it does not change. A store reads the
    /// file when it starts, unless ``OutboxFile/load()`` has.
    ///
    /// - Complexity: O(*n*)
    public var backlog: OutboxBacklog<Job> { queue.backlog }
}

extension OutboxQueue {
    var backlog: OutboxBacklog<Job> {
        let entries = items.entries
        let ids = kept.map(\.id) + entries.map(\.id)
        return OutboxBacklog(entries, kept: kept, series: (series + ids.map(\.first)).uniqued, log)
    }
}

extension [OutboxID] {
    /// The ids without repetitions, in the same order.
    var uniqued: [OutboxID] {
        var seen: Set<OutboxID> = []
        return filter { seen.insert($0).inserted }
    }
}
