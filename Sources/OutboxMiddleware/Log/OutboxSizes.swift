// SPDX-License-Identifier: MIT

/// How long a log is, and how much of that is of entries that are not gone.
struct OutboxSizes {
    /// Below this a log is not worth being rewritten.
    private static let small = 1 << 16

    private var total: Int
    private var live = 0
    /// The length of the line with which an entry was added.
    private var lengths: [OutboxID: Int] = [:]

    /// The sizes of a log with these records, which has so many bytes.
    init(total: Int, _ records: [OutboxRecord]) {
        self.total = total
        for record in records { count(record, record.bytes.count) }
    }

    mutating func append(_ record: OutboxRecord, _ length: Int) {
        total += length
        count(record, length)
    }

    private mutating func count(_ record: OutboxRecord, _ length: Int) {
        switch record.kind {
        case .added:
            guard lengths.updateValue(length, forKey: record.id) == nil else { return }
            live += length
        case .sent, .cancelled: live -= lengths.removeValue(forKey: record.id) ?? 0
        case .attempted, .rejected, .retried: break
        }
    }

    /// True if at least half of the log is old.
    var isMostlyOld: Bool { total > Self.small && total - live > live }
}
