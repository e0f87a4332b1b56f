// SPDX-License-Identifier: MIT

/// Decides when a log is rewritten without its obsolete records.
///
/// The writer asks after each append that has succeeded. A log is due when it is longer than
/// `smallSize` and at least half of it is obsolete: the amortised cost per record stays constant.
/// After a failed compaction, the log grows by a quarter before the next one, since each of them
/// reads the whole log.
struct OutboxCompaction {
    /// Logs of this size or less are not worth rewriting.
    static let smallSize = 1 << 16

    private let smallSize: Int
    /// After a failed compaction, logs of this size or less are not rewritten.
    private var retrySize = 0

    init(smallSize: Int = Self.smallSize) {
        self.smallSize = smallSize
    }

    /// Whether to rewrite a log of these sizes now.
    func isDue(_ sizes: OutboxSizes) -> Bool {
        sizes.total > max(smallSize, retrySize) && sizes.obsolete >= sizes.live
    }

    /// Postpones the next compaction, until `didSucceed` is called.
    mutating func didStart(_ sizes: OutboxSizes) { retrySize = sizes.total + sizes.total / 4 }

    mutating func didSucceed() { retrySize = 0 }
}

/// The length of a log, and the length that a compact log would have.
struct OutboxSizes {
    /// The lengths of an entry's records in a compact log.
    private struct Lengths {
        var added = 0
        var attempted = 0
        var rejected = 0
        var outcome = 0

        var sum: Int { added + attempted + rejected + outcome }
    }

    private(set) var total: Int
    private(set) var live = 0
    var obsolete: Int { total - live }
    private var lengths: [OutboxID: Lengths] = [:]

    /// The sizes of a log of `total` bytes with these records.
    init(total: Int, _ records: [OutboxRecord]) {
        self.total = total
        for record in records { count(record, record.bytes.count) }
    }

    mutating func append(_ record: OutboxRecord, _ length: Int) {
        total += length
        count(record, length)
    }

    private mutating func count(_ record: OutboxRecord, _ length: Int) {
        if record.kind == .clearRequested { (lengths, live) = ([:], 0) }
        let before = lengths[record.id]
        let after = changed(before, by: record.kind, length)
        lengths[record.id] = after
        live += (after?.sum ?? 0) - (before?.sum ?? 0)
    }

    private func changed(_ before: Lengths?, by kind: OutboxRecord.Kind, _ length: Int) -> Lengths? {
        var after = before
        switch kind {
        case .added: after = before ?? Lengths(added: length)
        case .sent, .cancelled, .clearRequested: after = nil
        case .kept(.sent), .kept(.cancelled): after = Lengths(outcome: length)
        case .attempted: after?.attempted = length
        case .rejected: after?.rejected = length
        case .kept(.rejected): after?.outcome = length
        case .retried:
            after?.rejected = 0
            after?.outcome = 0
        case .acknowledged: after?.outcome = 0
        }
        return (after?.sum ?? 0) == 0 ? nil : after
    }

    /// The entries and outcomes that a compact log would keep.
    var ids: some Collection<OutboxID> { lengths.keys }
}
