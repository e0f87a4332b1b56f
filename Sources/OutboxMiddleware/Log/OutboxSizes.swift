// SPDX-License-Identifier: MIT

/// How long a log is, and how much of that is of entries that are not gone.
struct OutboxSizes {
    /// Below this a log is not worth being rewritten.
    private static let small = 1 << 16

    /// The lengths of the lines that a compact log has of an entry.
    private struct Lines {
        var added: Int
        var attempted = 0
        var rejected = 0

        var length: Int { added + attempted + rejected }
    }

    private var total: Int
    private var live = 0
    private var lines: [OutboxID: Lines] = [:]

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
        let before = lines[record.id]
        var after = before
        switch record.kind {
        case .added: after = before ?? Lines(added: length)
        case .sent, .cancelled: after = nil
        case .attempted: after?.attempted = length
        case .rejected: after?.rejected = length
        case .retried: after?.rejected = 0
        }
        lines[record.id] = after
        live += (after?.length ?? 0) - (before?.length ?? 0)
    }

    /// True if at least half of the log is old.
    var isMostlyOld: Bool { total > Self.small && total - live > live }
}
