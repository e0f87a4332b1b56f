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
        /// The kept outcomes by number.
        var outcomes: [Int: Int] = [:]
        /// Whether the entry was sent or cancelled.
        var hasEnded = false

        var sum: Int { hasEnded && outcomes.isEmpty ? 0 : added + attempted + rejected + outcomes.values.reduce(0, +) }

        mutating func count(_ kind: OutboxRecord.Kind, _ length: Int) {
            switch kind {
            case .added: if added == 0 { added = length }
            case .sent, .cancelled: self = Lengths()
            case .attempted: if added > 0 { attempted = length }
            case .rejected: if added > 0 { rejected = length }
            case .retried: rejected = 0
            case .kept(let outcome, let number):
                outcomes[0] = nil
                outcomes[number] = length
                if case .rejected = outcome { rejected = 0 } else { hasEnded = true }
            case .clearRequested, .checkpoint: break
            }
        }
    }

    private(set) var total: Int
    private(set) var live = 0
    var obsolete: Int { total - live }
    private var lengths: [OutboxID: Lengths] = [:]
    /// The entries with a kept outcome.
    private var keptIDs: Set<OutboxID> = []
    private var checkpoint = 0

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
        switch record.kind {
        case .clearRequested: (lengths, keptIDs, live, checkpoint) = ([:], [], 0, 0)
        case .checkpoint(let number):
            live += length - checkpoint
            checkpoint = length
            for id in keptIDs {
                change(id) { entry in entry.outcomes = entry.outcomes.filter { $0.key == 0 || $0.key > number } }
            }
        default: change(record.id) { $0.count(record.kind, length) }
        }
    }

    private mutating func change(_ id: OutboxID, _ change: (inout Lengths) -> Void) {
        var entry = lengths[id] ?? Lengths()
        let before = entry.sum
        change(&entry)
        live += entry.sum - before
        lengths[id] = entry.sum == 0 ? nil : entry
        if entry.outcomes.isEmpty { keptIDs.remove(id) } else { keptIDs.insert(id) }
    }

    /// The entries and outcomes that a compact log would keep.
    var ids: some Collection<OutboxID> { lengths.keys }
}
