// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// The entries and outcomes that the log of an outbox holds.
struct OutboxContents {
    /// An entry that has not ended, or whose outcome is kept.
    struct Kept: Equatable {
        let id: OutboxID
        /// The lane and the job, as the coder encoded them.
        let body: OutboxBody
        var attempts = 0
        var rejection: String?
        /// Whether the entry was sent or cancelled.
        var hasEnded = false
    }

    /// An outcome that some saved value may lack.
    struct Outcome: Equatable {
        let id: OutboxID
        /// The number of the outcome; 0 if no process has dispatched it.
        var number: Int
        let outcome: OutboxOutcome
        /// Whether the entry was retried after this rejection.
        var isRetried = false

        var isRejection: Bool { if case .rejected = outcome { true } else { false } }
    }

    private var kept: [Kept?] = []
    private var places: [OutboxID: Int] = [:]
    /// The greatest count of each outbox's entries.
    private var counts: [OutboxID: UInt64] = [:]
    /// Whether an entry was added after a later one of its outbox.
    private var isMixed = false
    /// The entries that have ended: a record about one of them that was written again is ignored.
    private var gone: Set<OutboxID> = []
    private var keptOutcomes: [OutboxID: [Outcome]] = [:]
    private var numbers = OutboxNumbers()
    /// The name of the log, to which the numbers of outcomes belong; nil if it has none.
    private(set) var log: OutboxID?
    /// The newest number of a dropped outcome, and of all outcomes.
    private(set) var (dropped, newest) = (0, 0)
    /// The entries that were sent and whose reply is damaged, with the numbers of these outcomes.
    private var damagedReplies: [OutboxID: Int] = [:]
    /// Whether a clear was requested and may not be finished.
    var isClearRequested = false
    /// Whether bytes of the log were changed, or are missing at its end.
    ///
    /// A changed body of an entry does not count: the entry is in the log, and unreadable.
    private(set) var isDamaged = false
    /// Whether some bytes are no record, so that a record is missing.
    private var hasGap = false
    /// Whether the log has to be rewritten before a record is appended.
    private(set) var needsRewrite = false

    init() {}

    /// The form of a log.
    static let form = FileForm("Rex Outbox", 4, earlier: ["RexOutbox 1\n", "RexOutbox 2\n", "RexOutbox 3\n"])

    /// Reads a log.
    ///
    /// - Throws: Why the file is left as it is, if another program or another version of Rex has written it.
    init(_ bytes: [UInt8]) throws(ForeignForm) {
        let finding = Self.form.find(in: bytes)
        switch finding {
        case .earlier: throw .earlier
        case .newer(let number): throw .newer(number)
        case .header(_, isWhole: true):
            read(bytes, from: Self.form.header().count)
        case .header, .damaged, .foreign:
            try readWithoutHeader(bytes, isForeign: finding == .foreign)
        }
        if isDamaged { needsRewrite = true }
        // A missing record may be an outcome, so saved values must not take this for the same log.
        if hasGap { (log, dropped, newest) = (nil, 0, sortedOutcomes.map(\.number).max() ?? 0) }
    }

    /// The form of a log that this version does not read.
    enum ForeignForm: Error, Equatable {
        /// Another program has written the file.
        case foreign
        case earlier
        case newer(Int)
    }

    /// Reads a log with a damaged or missing header.
    private mutating func readWithoutHeader(_ bytes: [UInt8], isForeign: Bool) throws(ForeignForm) {
        let start = OutboxRecord.next(in: bytes, behind: -1)
        if start == nil, isForeign { throw .foreign }
        read(bytes, from: start ?? bytes.count)
        // If the first byte belongs to a record, the log was removed during a write.
        if start != 0 { isDamaged = true }
        needsRewrite = true
    }

    private mutating func read(_ bytes: [UInt8], from start: Int) {
        var place = start
        // The next record begins after this place.
        var floor = start - 1
        while place < bytes.count {
            if let found = OutboxRecord.find(in: bytes, at: place) {
                apply(found.record)
                if found.isDamaged { isDamaged = true }
                // Where bytes of this record are missing, the next one begins before its end.
                let isWhole = found.isBodyIntact && !found.isDamaged
                let next = found.isBodyIntact ? nil : OutboxRecord.next(in: bytes, behind: place)
                (floor, place) = (isWhole ? found.end - 1 : place, min(found.end, next ?? found.end))
                if place < found.end { (isDamaged, hasGap) = (true, true) }
            } else {
                (isDamaged, hasGap) = (true, true)
                // A record begins here, but its end is missing.
                if OutboxHead.find(in: bytes, at: place) != nil { floor = place }
                guard let next = OutboxRecord.next(in: bytes, behind: floor) else { return }
                (place, floor) = (next, next - 1)
            }
        }
    }

    // MARK: Contents

    /// The entries that have not ended, in the order in which they were added.
    var entries: [Kept] { allEntries.filter { !$0.hasEnded } }

    /// The entries, and those whose outcome is kept, in the order in which they were added.
    var allEntries: [Kept] {
        let entries = kept.compactMap(\.self)
        guard isMixed else { return entries }
        var series = Dictionary(grouping: entries) { $0.id.first }.mapValues { entries in
            entries.sorted { $0.id.count > $1.id.count }
        }
        return entries.map { series[$0.id.first]?.popLast() ?? $0 }
    }

    /// The kept outcomes by number: those without one come last, and get the next ones.
    var outcomes: [Outcome] {
        var outcomes = sortedOutcomes
        var next = newest
        for index in outcomes.indices where outcomes[index].number == 0 {
            next += 1
            outcomes[index].number = next
        }
        return outcomes
    }

    private var sortedOutcomes: [Outcome] {
        let outcomes = keptOutcomes.values.joined().sorted { one, other in
            one.number == other.number ? one.id.isBefore(other.id) : one.number < other.number
        }
        let start = outcomes.firstIndex { $0.number > 0 } ?? outcomes.endIndex
        // Those without a number come last, in the order of their entries.
        guard start > 1 else { return Array(outcomes[start...] + outcomes[..<start]) }
        let order = Dictionary(zip(allEntries.lazy.map(\.id), 0...)) { first, _ in first }
        func index(_ outcome: Outcome) -> Int { order[outcome.id] ?? order.count }
        return outcomes[start...] + outcomes[..<start].sorted { index($0) < index($1) }
    }

    subscript(id: OutboxID) -> Kept? { places[id].flatMap { kept[$0] } }

    /// Whether the log has any record of an entry.
    func knows(_ id: OutboxID) -> Bool { places[id] != nil || gone.contains(id) || hasOutcome(id) }

    private func hasOutcome(_ id: OutboxID) -> Bool { keptOutcomes[id] != nil }

    /// Whether the log has the outcome with which an entry has ended.
    private func hasEndOutcome(_ id: OutboxID) -> Bool { keptOutcomes[id]?.contains { !$0.isRejection } ?? false }

    mutating func apply(_ record: OutboxRecord) {
        let id = record.id
        switch record.kind {
        case .added(let body): add(id, body)
        case .sent, .cancelled:
            // These outcomes are dropped without a checkpoint.
            if log != nil { dropped = keptOutcomes[id]?.reduce(dropped) { max($0, $1.number) } ?? dropped }
            end(id)
        case .attempted(let count): change(id) { $0.attempts = max($0.attempts, count) }
        case .rejected(let reason): change(id) { $0.rejection = reason }
        case .retried:
            change(id) { $0.rejection = nil }
            noteRetry(of: id)
        case .clearRequested: clear()
        case .kept(let outcome, let number): keep(outcome, number, of: id)
        case .checkpoint(let number): drop(upTo: number, in: id)
        }
    }

    private mutating func add(_ id: OutboxID, _ body: OutboxBody) {
        guard places[id] == nil, !gone.contains(id) else { return }
        if let last = counts[id.first], id.count < last { isMixed = true }
        counts[id.first] = max(counts[id.first] ?? 0, id.count)
        places[id] = kept.count
        kept.append(Kept(id: id, body: body))
    }

    private mutating func change(_ id: OutboxID, _ change: (inout Kept) -> Void) {
        guard let place = places[id], var entry = kept[place] else { return }
        change(&entry)
        kept[place] = entry
    }

    private mutating func noteRetry(of id: OutboxID) {
        guard var outcomes = keptOutcomes[id] else { return }
        for index in outcomes.indices where outcomes[index].isRejection { outcomes[index].isRetried = true }
        keptOutcomes[id] = outcomes
    }

    private mutating func end(_ id: OutboxID) {
        gone.insert(id)
        (keptOutcomes[id], damagedReplies[id]) = (nil, nil)
        if let place = places.removeValue(forKey: id) { kept[place] = nil }
    }

    private mutating func keep(_ outcome: OutboxOutcome, _ number: Int, of id: OutboxID) {
        guard !gone.contains(id) || hasOutcome(id) else { return }
        newest = max(newest, number)
        if number > 0 {
            numbers.insert(number, id)
        } else if hasEndOutcome(id) {
            // The outcome of the attempt that was in flight, or the number of this one, was written first.
            return
        }
        if case .sent(let reply) = outcome, !reply.isIntact, places[id] != nil {
            // A crash may have torn the record. The entry is sent again under its id, and gets its reply again.
            damagedReplies[id] = number
            // The entry was retried after its rejections.
            let rejections = (keptOutcomes[id] ?? []).filter(\.isRejection)
            keptOutcomes[id] = rejections.isEmpty ? nil : rejections
            noteRetry(of: id)
            return change(id) { ($0.rejection, $0.hasEnded) = (nil, false) }
        }
        damagedReplies[id] = nil
        // A cancellation is written again with its number. An entry that was cancelled while an attempt was under way
        // may turn out to be sent.
        let others = (keptOutcomes[id] ?? []).filter { $0.number != 0 && $0.number != number }
        keptOutcomes[id] = others + [Outcome(id: id, number: number, outcome: outcome)]
        change(id) { entry in
            if case .rejected(let reason) = outcome { entry.rejection = reason } else { entry.hasEnded = true }
        }
    }

    private mutating func drop(upTo number: Int, in log: OutboxID) {
        (self.log, dropped) = (log, max(dropped, number))
        newest = max(newest, dropped)
        for id in numbers.remove(upTo: number) {
            if let outcomes = keptOutcomes[id] {
                let left = outcomes.filter { $0.number == 0 || $0.number > number }
                keptOutcomes[id] = left.isEmpty ? nil : left
                if left.isEmpty, self[id]?.hasEnded ?? true { end(id) }
            }
            if let damaged = damagedReplies[id], damaged <= number { end(id) }
        }
    }

    private mutating func clear() {
        gone.formUnion(places.keys)
        gone.formUnion(keptOutcomes.keys)
        (kept, places, keptOutcomes, isMixed, counts) = ([], [:], [:], false, [:])
        (numbers, damagedReplies) = (OutboxNumbers(), [:])
        // Another log begins.
        (log, dropped, newest) = (nil, 0, 0)
        isClearRequested = true
    }

    /// The records of a log that holds this and nothing else.
    var records: [OutboxRecord] {
        var records = isClearRequested ? [OutboxRecord.clearRequest] : []
        if let log { records.append(OutboxRecord(log, .checkpoint(dropped))) }
        for entry in allEntries {
            records.append(OutboxRecord(entry.id, .added(entry.body)))
            if entry.attempts > 0 { records.append(OutboxRecord(entry.id, .attempted(entry.attempts))) }
        }
        for outcome in sortedOutcomes {
            records.append(OutboxRecord(outcome.id, .kept(outcome.outcome, number: outcome.number)))
            if outcome.isRetried { records.append(OutboxRecord(outcome.id, .retried)) }
        }
        // Otherwise an earlier kept rejection would be the last one.
        for entry in allEntries where entry.rejection != keptRejection(of: entry.id) {
            if let reason = entry.rejection { records.append(OutboxRecord(entry.id, .rejected(reason))) }
        }
        return records
    }

    /// The reason that an entry gets from its kept outcomes; nil if it was retried.
    private func keptRejection(of id: OutboxID) -> String? {
        let rejection = keptOutcomes[id]?.filter(\.isRejection).max { $0.number < $1.number }
        guard let rejection, !rejection.isRetried, case .rejected(let reason) = rejection.outcome else { return nil }
        return reason
    }
}
