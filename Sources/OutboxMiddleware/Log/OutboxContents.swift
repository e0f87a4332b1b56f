// SPDX-License-Identifier: MIT

/// What the log of an outbox says.
struct OutboxContents {
    /// An entry that is not gone.
    struct Kept: Equatable {
        let id: OutboxID
        /// The lane and the job, as the coder has made them.
        let body: [UInt8]
        var attempts = 0
        var rejection: String?
    }

    /// What a log begins with, and a number for the form of what follows.
    static let header = mark + Array("1\n".utf8)
    private static let mark = Array("RexOutbox ".utf8)

    private var kept: [Kept?] = []
    private var places: [OutboxID: Int] = [:]
    /// The entry that was added last, and whether any was added behind a later one of its outbox.
    private var (lastAdded, isMixed): (OutboxID?, Bool) = (nil, false)
    /// Those that are gone: a line about one of them that was written once more says nothing.
    private var gone: Set<OutboxID> = []
    /// True if the log has no beginning, or ends with something that was not written to its end.
    private(set) var isTorn = false
    /// The number of places between lines at which something is not as it was written.
    private(set) var damagedCount = 0

    init() {}

    /// Reads a log; nil if it is of somebody else.
    ///
    /// - Throws: The number of its form, if that is a newer one.
    init?(_ bytes: [UInt8]) throws(NewerForm) {
        guard let start = try Self.start(of: bytes) else { return nil }
        var place = start
        while place < bytes.count {
            if let (record, end) = OutboxRecord.find(in: bytes, at: place) {
                apply(record)
                place = end
            } else if let next = OutboxRecord.next(in: bytes, behind: place) {
                // The length of one that is damaged may be as wrong as the rest.
                damagedCount += 1
                place = next
            } else {
                break
            }
        }
        isTorn = place < bytes.count || start == 0
    }

    /// The place of the first line; nil if the log is of somebody else.
    ///
    /// It is the beginning where somebody has removed the log while it was written.
    private static func start(of bytes: [UInt8]) throws(NewerForm) -> Int? {
        if bytes.starts(with: header) { return header.count }
        if OutboxRecord.find(in: bytes, at: 0) != nil { return 0 }
        guard bytes.starts(with: mark) else { return nil }
        let digits = bytes.dropFirst(mark.count).prefix { $0 != UInt8(ascii: "\n") }
        guard let form = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
        throw NewerForm(number: form)
    }

    struct NewerForm: Error {
        let number: Int
    }

    /// The entries that are not gone, in the order in which they were added.
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

    mutating func apply(_ record: OutboxRecord) {
        let id = record.id
        switch record.kind {
        case .added(let body):
            guard places[id] == nil, !gone.contains(id) else { return }
            if let last = lastAdded, last.first == id.first, id.count < last.count { isMixed = true }
            lastAdded = id
            places[id] = kept.count
            kept.append(Kept(id: id, body: body))
        case .sent, .cancelled:
            gone.insert(id)
            if let place = places.removeValue(forKey: id) { kept[place] = nil }
        case .attempted(let count): change(id) { $0.attempts = max($0.attempts, count) }
        case .rejected(let reason): change(id) { $0.rejection = reason }
        case .retried: change(id) { $0.rejection = nil }
        }
    }

    private mutating func change(_ id: OutboxID, _ change: (inout Kept) -> Void) {
        guard let place = places[id], var entry = kept[place] else { return }
        change(&entry)
        kept[place] = entry
    }

    /// The records of what is not gone, and nothing else.
    var records: [OutboxRecord] {
        entries.flatMap { entry in
            var records = [OutboxRecord(entry.id, .added(entry.body))]
            if entry.attempts > 0 { records.append(OutboxRecord(entry.id, .attempted(entry.attempts))) }
            if let reason = entry.rejection { records.append(OutboxRecord(entry.id, .rejected(reason))) }
            return records
        }
    }
}
