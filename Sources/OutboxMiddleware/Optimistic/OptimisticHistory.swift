// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// What an ``Optimistic`` state knows of past actions, and of the log of its outbox.
@usableFromInline struct OptimisticHistory: Codable, Hashable, Sendable {
    /// The part that is saved beside the base.
    var saved = OptimisticCheckpoint()
    /// The number of the value among those that its part of the state has had, so that no mark fits two
    /// values.
    var value = 0
    /// The ids whose actions were pending, or taken back, when a state was pulled.
    var overlapped: Set<OutboxID> = []
    /// The ids whose actions the app has taken back, until the outcomes of their entries.
    var takenBack: Set<OutboxID> = []
    /// The ids of kept outcomes that the base contains.
    var known: Set<OutboxID> = []
    /// The order of the series of ids, as far as the outbox has told it.
    var ranks: [OutboxID: Int] = [:]
    /// Whether the backlog of the log was resumed.
    var isResumed = false
    /// Whether this store has compared the value with its outbox.
    var isFollowing = false
    /// The log and the number of the saved value from which this one was decoded.
    var inFile: OptimisticCheckpoint.Place?
    /// The ids that were performed, and those that results have confirmed, since the last comparison.
    var performed: [OutboxID] = []
    var results: [OutboxID] = []

    /// The unknown ids of results since the last comparison, which may be those of unreadable entries.
    var unknown: [OutboxID] = []
    /// Whether a pulled state was taken since the last comparison, which may contain unreadable entries.
    var wasPulled = false

    @usableFromInline init() {}

    var mark: OptimisticMark { OptimisticMark(value: value, changes: saved.changes, last: saved.last) }

    /// Whether outcomes of a log are numbered.
    var hasLog: Bool { saved.place.log != nil }

    /// Whether a result may belong to an entry that the outbox has not told yet.
    private var awaitsBacklog: Bool { hasLog && !isResumed }

    func isStale(pendingCount: Int) -> Bool { saved.isBehind || saved.isUncertain && pendingCount == 0 }

    /// Whether the base contains the action with an id.
    @usableFromInline func isKnown(_ id: OutboxID) -> Bool {
        known.contains(id) || saved.early.contains(id) || saved.applied.contains(id)
    }

    /// Records that the base may lack something.
    mutating func becomeStale() {
        saved.isBehind = true
        saved.changes += 1
    }

    @usableFromInline mutating func perform(_ id: OutboxID) {
        takenBack.remove(id)
        if hasLog { performed.append(id) }
    }

    @usableFromInline mutating func confirm(_ id: OutboxID, byResult: Bool) {
        saved.changes += 1
        saved.last = id
        if overlapped.remove(id) != nil { saved.isUncertain = true }
        guard byResult, hasLog else { return saved.applied.insert(id) }
        saved.early.insert(id)
        results.append(id)
    }

    /// Records that an action is not shown any more.
    @usableFromInline mutating func takeBack(_ id: OutboxID) {
        if hasLog { takenBack.insert(id) } else { overlapped.remove(id) }
    }

    /// Records the result of an action that is not pending.
    @usableFromInline mutating func takeResult(of id: OutboxID) {
        guard takenBack.contains(id) || awaitsBacklog else {
            if hasLog { unknown.append(id) }
            return
        }
        saved.early.insert(id)
        saved.changes += 1
        if awaitsBacklog, saved.wasPulledWithPending { saved.isUncertain = true }
    }

    /// Records a pulled state, and returns whether the reducer takes it.
    @usableFromInline mutating func pull(askedAt mark: OptimisticMark, pendingIDs: Set<OutboxID>) -> Bool {
        guard mark == self.mark else {
            saved.isBehind = true
            return false
        }
        overlapped = pendingIDs.union(takenBack)
        wasPulled = hasLog
        (saved.isUncertain, saved.isBehind, saved.wasPulledWithPending) = (false, false, awaitsBacklog)
        saved.changes += 1
        return true
    }

    /// Whether an id was given before another one, as far as the outbox has told the order.
    @usableFromInline func isBefore(_ id: OutboxID, _ other: OutboxID) -> Bool {
        guard let rank = ranks[id.first] else { return false }
        return id.first == other.first ? id.count < other.count : rank < ranks[other.first] ?? .max
    }

    /// Adds series after those whose order is known.
    mutating func rank(_ series: some Sequence<OutboxID>) {
        for series in series where ranks[series] == nil { ranks[series] = ranks.count }
    }
}

/// The part of a history that is saved beside the base of an ``Optimistic`` state.
struct OptimisticCheckpoint: Codable, Hashable, Sendable {
    /// How far the value has come.
    struct Place: Codable, Hashable, Sendable {
        /// The name of the log; nil before an outbox has named it.
        var log: OutboxID?
        /// The number of the newest outcome that the value has reduced.
        var number = 0
    }

    var place = Place()
    /// The ids of results that came before the outcomes of their entries.
    var early: Set<OutboxID> = []
    /// The last ids that the base contains, for results that come late.
    var applied = OutboxIDRanges()
    /// Whether the base lacks something.
    var isBehind = false
    /// Whether the base may contain a confirmed action twice.
    var isUncertain = false
    /// Whether a state was pulled while actions were pending, or before the backlog was resumed.
    var wasPulledWithPending = false
    /// The number of confirmations and other changes of the mark, and the last confirmed id.
    var changes = 0
    var last: OutboxID?
}
