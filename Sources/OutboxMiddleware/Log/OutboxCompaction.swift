// SPDX-License-Identifier: MIT

import PersistenceMiddleware

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

/// The length of a log, and about the length that a compact log would have.
///
/// It is exact when the log is read or rewritten. From then on, an entry counts with the bytes that it had
/// or was added with, until its outcome is written. Other records count as obsolete, so between two
/// rewrites the log grows by half of its length, or half of it ends.
struct OutboxSizes {
    private(set) var total: Int
    private(set) var live = OutboxContents.form.header().count
    var obsolete: Int { total - live }
    /// The bytes of each entry and outcome in the log; 0 for an entry that has ended and whose outcome is kept.
    private var lengths: [OutboxID: Int] = [:]

    /// The sizes of a log of `total` bytes, of which a compact one has these records.
    init(total: Int, _ records: [OutboxRecord]) {
        self.total = total
        for record in records {
            switch record.kind {
            case .clearRequested, .checkpoint: live += record.bytes.count
            default: add(record.bytes.count, to: record.id)
            }
        }
    }

    private mutating func add(_ length: Int, to id: OutboxID) {
        lengths[id, default: 0] += length
        live += length
    }

    mutating func append(_ record: OutboxRecord, _ length: Int) {
        total += length
        switch record.kind {
        case .added: if lengths[record.id] == nil { add(length, to: record.id) }
        case .sent, .cancelled: live -= lengths.removeValue(forKey: record.id) ?? 0
        case .kept(.sent, _), .kept(.cancelled, _): live -= lengths.updateValue(0, forKey: record.id) ?? 0
        case .clearRequested:
            lengths = [:]
            live = OutboxContents.form.header().count + length
        case .attempted, .rejected, .retried, .kept(.rejected, _), .checkpoint: break
        }
    }

    /// The ids of which the log has records, besides those of entries that have ended.
    var ids: some Collection<OutboxID> { lengths.keys }
}
