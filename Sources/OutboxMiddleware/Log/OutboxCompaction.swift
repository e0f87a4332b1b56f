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

/// The length of a log, and the length that a compact log would have.
struct OutboxSizes {
    /// The lengths of an entry's records in a compact log.
    private struct Lengths {
        /// A kept outcome.
        struct Outcome {
            let length: Int
            let isRejection: Bool
            var isRetried = false
        }

        private var added = 0
        private var attempted = 0
        /// The length of the last rejection, until the entry is retried.
        private var rejected = 0
        /// Whether this rejection is a kept outcome.
        private var isRejectionKept = false
        /// The kept outcomes by number.
        var outcomes: [Int: Outcome] = [:]
        /// Whether the entry was sent or cancelled.
        private var hasEnded = false

        var sum: Int {
            guard !outcomes.isEmpty || added > 0 && !hasEnded else { return 0 }
            let isInOutcome = isRejectionKept && outcomes.values.contains { $0.isRejection && !$0.isRetried }
            let kept = outcomes.values.reduce(0) { $0 + $1.length + ($1.isRetried ? OutboxSizes.retriedLength : 0) }
            return added + attempted + (isInOutcome ? 0 : rejected) + kept
        }

        mutating func count(_ kind: OutboxRecord.Kind, _ length: Int) {
            switch kind {
            case .added: if added == 0 { added = length }
            case .sent, .cancelled: self = Lengths()
            case .attempted(let count): if added > 0, count > 0 { attempted = length }
            case .rejected: if added > 0 { (rejected, isRejectionKept) = (length, false) }
            case .retried:
                rejected = 0
                for (number, outcome) in outcomes where outcome.isRejection { outcomes[number]?.isRetried = true }
            case .kept(let outcome, let number): keep(outcome, number, length)
            case .clearRequested, .checkpoint: break
            }
        }

        private mutating func keep(_ outcome: OutboxOutcome, _ number: Int, _ length: Int) {
            if number == 0, outcomes.values.contains(where: { !$0.isRejection }) { return }
            let isRejection = if case .rejected = outcome { true } else { false }
            outcomes[0] = nil
            outcomes[number] = Outcome(length: length, isRejection: isRejection)
            if !isRejection {
                hasEnded = true
            } else if added > 0 {
                (rejected, isRejectionKept) = (length, true)
            }
        }
    }

    private static let retriedLength = OutboxRecord(OutboxID(0), .retried).bytes.count

    private(set) var total: Int
    private(set) var live = OutboxContents.form.header().count
    var obsolete: Int { total - live }
    private var lengths: [OutboxID: Lengths] = [:]
    private var numbers = OutboxNumbers()
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
        case .clearRequested:
            (lengths, numbers, checkpoint) = ([:], OutboxNumbers(), 0)
            live = OutboxContents.form.header().count + length
        case .checkpoint(let number):
            live += length - checkpoint
            checkpoint = length
            for id in numbers.remove(upTo: number) {
                change(id) { entry in entry.outcomes = entry.outcomes.filter { $0.key == 0 || $0.key > number } }
            }
        default:
            if case .kept(_, let number) = record.kind, number > 0 { numbers.insert(number, record.id) }
            change(record.id) { $0.count(record.kind, length) }
        }
    }

    private mutating func change(_ id: OutboxID, _ change: (inout Lengths) -> Void) {
        var entry = lengths[id] ?? Lengths()
        let before = entry.sum
        change(&entry)
        let after = entry.sum
        live += after - before
        lengths[id] = after == 0 ? nil : entry
    }

    /// The entries and outcomes that a compact log would keep.
    var ids: some Collection<OutboxID> { lengths.keys }
}
