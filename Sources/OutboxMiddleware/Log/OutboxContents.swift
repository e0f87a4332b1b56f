// SPDX-License-Identifier: MIT

/// The entries and outcomes that the log of an outbox holds.
struct OutboxContents {
    /// An entry that has not ended.
    struct Kept: Equatable {
        let id: OutboxID
        /// The lane and the job, as the coder encoded them.
        let body: OutboxBody
        var attempts = 0
        var rejection: String?
    }

    private struct Outcome {
        let number: Int
        let outcome: OutboxOutcome
    }

    private var kept: [Kept?] = []
    private var places: [OutboxID: Int] = [:]
    /// The last added entry, and whether an entry was added after a later one of its outbox.
    private var (lastAdded, isMixed): (OutboxID?, Bool) = (nil, false)
    /// The entries that have ended: a record about one of them that was written again is ignored.
    private var gone: Set<OutboxID> = []
    private var keptOutcomes: [OutboxID: Outcome] = [:]
    private var lastOutcome = 0
    /// The entries that were sent, and whose reply is damaged.
    private var damagedReplies: Set<OutboxID> = []
    /// Whether a clear was requested and may not be finished.
    var isClearRequested = false
    /// Whether bytes of the log were changed, or are missing at its end.
    ///
    /// A changed body of an entry does not count: the entry is in the log, and unreadable.
    private(set) var isDamaged = false
    /// The number of bytes at the beginning that are certainly on disk: an append begins only after
    /// the sync of the previous one.
    private(set) var lastingSize = 0
    /// Whether the log has to be rewritten before a record is appended.
    private(set) var needsRewrite = false

    init() {}

    /// Reads a log, or returns nil if another program wrote the file.
    ///
    /// - Throws: Why the log cannot be read, if another version has written it.
    init?(_ bytes: [UInt8]) throws(OtherForm) {
        switch OutboxHeader.find(in: bytes) {
        case .earlier: throw .earlier
        case .newer(let form): throw .newer(form)
        case .log(let start, let isWhole):
            // Without an append, the log was written and synced before it got its name.
            lastingSize = bytes.count
            read(bytes, from: start)
            if !isWhole { isDamaged = true }
        case .unknown: guard readWithoutHeader(bytes) else { return nil }
        }
        if isDamaged { needsRewrite = true }
    }

    /// The form of a log that this version does not read.
    enum OtherForm: Error, Equatable {
        case earlier
        case newer(Int)
    }

    /// Reads a log with a damaged or missing header.
    ///
    /// Returns false if it has no readable record.
    private mutating func readWithoutHeader(_ bytes: [UInt8]) -> Bool {
        let start: Int
        if let place = OutboxRecord.next(in: bytes, behind: -1) {
            start = place
            read(bytes, from: start)
        } else {
            guard OutboxHeader.isCutOff(bytes) else { return false }
            start = bytes.count
        }
        // If the first byte belongs to a record, the log was removed during a write.
        if start > 0 || bytes.isEmpty { isDamaged = true }
        needsRewrite = true
        return true
    }

    private mutating func read(_ bytes: [UInt8], from start: Int) {
        var place = start
        // The next record begins after this place.
        var floor = start - 1
        while place < bytes.count {
            if let found = OutboxRecord.find(in: bytes, at: place) {
                apply(found.record)
                if found.isDamaged { isDamaged = true }
                if found.beginsAppend { lastingSize = place }
                // Where bytes of this record are missing, the next one begins before its end.
                let isWhole = found.isBodyIntact && !found.isDamaged
                let next = found.isBodyIntact ? nil : OutboxRecord.next(in: bytes, behind: place)
                (floor, place) = (isWhole ? found.end - 1 : place, min(found.end, next ?? found.end))
                if place < found.end { isDamaged = true }
            } else {
                isDamaged = true
                // A record begins here, but its end is missing.
                if OutboxHead.find(in: bytes, at: place) != nil { floor = place }
                guard let next = OutboxRecord.next(in: bytes, behind: floor) else { return }
                (place, floor) = (next, next - 1)
            }
        }
    }

    // MARK: Contents

    /// The entries that have not ended, in the order in which they were added.
    var entries: [Kept] {
        let entries = kept.compactMap(\.self)
        guard isMixed else { return entries }
        var places: [OutboxID: Int] = [:]
        for entry in entries where places[entry.id.first] == nil { places[entry.id.first] = places.count }
        return entries.sorted { one, other in
            let (place, otherPlace) = (places[one.id.first] ?? 0, places[other.id.first] ?? 0)
            return place == otherPlace ? one.id.count < other.id.count : place < otherPlace
        }
    }

    /// The outcomes that are kept and not acknowledged, in the order in which they occurred.
    var outcomes: [(id: OutboxID, outcome: OutboxOutcome)] {
        keptOutcomes.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.outcome) }
    }

    /// Whether the log has any record of an entry.
    func knows(_ id: OutboxID) -> Bool { places[id] != nil || gone.contains(id) || keptOutcomes[id] != nil }

    mutating func apply(_ record: OutboxRecord) {
        let id = record.id
        switch record.kind {
        case .added(let body): add(id, body)
        case .sent, .cancelled: end(id)
        case .attempted(let count): change(id) { $0.attempts = max($0.attempts, count) }
        case .rejected(let reason):
            change(id) { $0.rejection = reason }
            // A compact log has one reason of an entry.
            if let kept = keptOutcomes[id], case .rejected = kept.outcome {
                keptOutcomes[id] = Outcome(number: kept.number, outcome: .rejected(reason))
            }
        case .retried:
            change(id) { $0.rejection = nil }
            keptOutcomes[id] = nil
        case .clearRequested: clear()
        case .kept(let outcome): end(id, with: outcome)
        case .acknowledged:
            keptOutcomes[id] = nil
            if damagedReplies.contains(id) { end(id) }
        }
    }

    private mutating func add(_ id: OutboxID, _ body: OutboxBody) {
        guard places[id] == nil, !gone.contains(id) else { return }
        if let last = lastAdded, last.first == id.first, id.count < last.count { isMixed = true }
        lastAdded = id
        places[id] = kept.count
        kept.append(Kept(id: id, body: body))
    }

    private mutating func change(_ id: OutboxID, _ change: (inout Kept) -> Void) {
        guard let place = places[id], var entry = kept[place] else { return }
        change(&entry)
        kept[place] = entry
    }

    private mutating func end(_ id: OutboxID) {
        gone.insert(id)
        keptOutcomes[id] = nil
        if let place = places.removeValue(forKey: id) { kept[place] = nil }
    }

    private mutating func end(_ id: OutboxID, with outcome: OutboxOutcome) {
        // An entry that was cancelled while an attempt was under way may turn out to be sent.
        guard !gone.contains(id) || keptOutcomes[id] != nil else { return }
        if case .sent(let reply) = outcome, !reply.isIntact, places[id] != nil {
            // A crash may have torn the record. The entry is sent again under its id, and gets its reply again.
            damagedReplies.insert(id)
            keptOutcomes[id] = nil
            return change(id) { $0.rejection = nil }
        }
        if case .rejected(let reason) = outcome { change(id) { $0.rejection = reason } } else { end(id) }
        lastOutcome += 1
        keptOutcomes[id] = Outcome(number: lastOutcome, outcome: outcome)
    }

    private mutating func clear() {
        gone.formUnion(places.keys)
        (kept, places, keptOutcomes, isMixed, lastAdded) = ([], [:], [:], false, nil)
        isClearRequested = true
    }

    /// The records of a log that holds this and nothing else.
    var records: [OutboxRecord] {
        let request = isClearRequested ? [OutboxRecord.clearRequest] : []
        let added = entries.flatMap { entry in
            var records = [OutboxRecord(entry.id, .added(entry.body))]
            if entry.attempts > 0 { records.append(OutboxRecord(entry.id, .attempted(entry.attempts))) }
            if let reason = entry.rejection, keptOutcomes[entry.id] == nil {
                records.append(OutboxRecord(entry.id, .rejected(reason)))
            }
            return records
        }
        return request + added + outcomes.map { OutboxRecord($0.id, .kept($0.outcome)) }
    }
}
