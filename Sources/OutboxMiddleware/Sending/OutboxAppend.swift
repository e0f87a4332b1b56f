// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// Appends records to a log, or as many of them as the disk takes.
///
/// All are appended at once, with one sync. If the disk refuses that, the smallest record is tried
/// alone: if the disk refuses it too, it is full, and nothing else is tried. Otherwise the records
/// are divided until those are found that do not fit.
struct OutboxAppend {
    struct Item {
        let records: [OutboxRecord]
        /// The place of its entry, or nil if the order does not matter.
        let place: OutboxPlace?
        /// Whether the item ends an entry.
        ///
        /// It may be written before other items, and no other item before it.
        let isEnd: Bool
        /// Whether it adds an entry again that the log has lost.
        let isRestoration: Bool
        let size: Int

        init(_ records: [OutboxRecord], at place: OutboxPlace?, isEnd: Bool = false, isRestoration: Bool = false) {
            (self.records, self.place, self.isEnd, self.isRestoration) = (records, place, isEnd, isRestoration)
            size = records.reduce(0) { $0 + $1.approximateSize }
        }

        /// The first id of the outbox whose entry it adds; nil if it adds none.
        var addedTo: OutboxID? {
            records.first.flatMap { if case .added = $0.kind { $0.id.first } else { nil } }
        }
    }

    /// Restorations that are not in the log.
    ///
    /// A log has the outboxes of several stores in the order of their first entries. So no entry of
    /// another outbox is added ahead of an earlier one that is restored.
    private struct Restorations {
        /// The lowest position of each outbox.
        private var positions: [OutboxID: Int] = [:]

        mutating func insert(_ item: Item) {
            guard item.isRestoration, let outbox = item.addedTo, let place = item.place else { return }
            positions[outbox] = min(positions[outbox, default: .max], place.position)
        }

        /// Whether an item has to be written after one of them.
        func precede(_ item: Item) -> Bool {
            guard !positions.isEmpty, let outbox = item.addedTo, let place = item.place else { return false }
            return positions.contains { $0.key != outbox && $0.value < place.position }
        }
    }

    /// The number of refused appends after which the rest waits for the next try.
    private static let maxFailures = 16

    /// The item of each line, or nil if a line appends nothing.
    private let items: [Item?]
    private let append: ([OutboxRecord]) throws(StorageError) -> OutboxAppended
    /// Whether fewer records may still be appended after an error.
    private let mayDivide: () -> Bool

    /// The indices of the items that are not in the log.
    private(set) var held: Set<Int> = []
    private(set) var error: StorageError?
    /// Whether the disk is full.
    private(set) var isFull = false
    /// Whether the log has lost entries that were on disk.
    private(set) var isLost = false
    /// The lowest position of a held item of each lane.
    private var heldPositions: [OutboxLane: Int] = [:]
    private var heldRestorations = Restorations()
    private var (failures, smallestFailure) = (0, Int.max)

    /// Appends the items.
    ///
    /// - Parameters:
    ///   - items: The item of each line, or nil if a line appends nothing.
    ///   - wasFull: Whether the disk has taken nothing before, so that the smallest one is tried
    ///     first.
    ///   - append: Appends some of the records, and syncs them.
    ///   - mayDivide: Returns whether fewer records may still be appended after an error.
    init(
        _ items: [Item?],
        wasFull: Bool,
        to append: @escaping ([OutboxRecord]) throws(StorageError) -> OutboxAppended,
        mayDivide: @escaping () -> Bool
    ) {
        (self.items, self.append, self.mayDivide) = (items, append, mayDivide)
        let indices = items.indices.filter { items[$0] != nil }
        if !wasFull, attempt(indices) { return }
        if wasFull || indices.count > 1 { divide(indices) } else { hold(indices) }
    }

    private mutating func divide(_ indices: [Int]) {
        guard let smallest = smallest(of: indices), mayGoOn else { return hold(indices) }
        isFull = !attempt([smallest]) && !isLost
        if isFull || isLost { hold(indices) } else { write(indices.filter { $0 != smallest }) }
    }

    /// Appends items, all or as many as possible.
    private mutating func write(_ indices: [Int]) {
        let indices = holdBackLater(of: indices)
        // A disk that has refused a number of bytes refuses more of them as well.
        let mayFit = indices.reduce(0) { $0 + (items[$1]?.size ?? 0) } < smallestFailure
        if mayFit, failures < Self.maxFailures, !isLost, attempt(indices) { return }
        guard indices.count > 1, failures < Self.maxFailures, mayGoOn else { return hold(indices) }
        write(Array(indices[..<(indices.count / 2)]))
        write(Array(indices[(indices.count / 2)...]))
    }

    /// Whether fewer records may be appended after a refusal.
    private var mayGoOn: Bool { !isLost && mayDivide() }

    private mutating func attempt(_ indices: [Int]) -> Bool {
        let items = indices.compactMap { self.items[$0] }
        guard !items.isEmpty else { return true }
        do throws(StorageError) {
            isLost = try append(items.flatMap(\.records)) == .lost
            return !isLost
        } catch {
            self.error = self.error ?? error
            failures += 1
            smallestFailure = min(smallestFailure, items.reduce(0) { $0 + $1.size })
            return false
        }
    }

    // MARK: Order

    /// The smallest of the items that may be written ahead of all others.
    private func smallest(of indices: [Int]) -> Int? {
        var (positions, restorations): ([OutboxLane: Int], Restorations) = ([:], Restorations())
        var smallest: (index: Int, size: Int)?
        for index in indices {
            guard let item = items[index] else { continue }
            let lowest = item.place.map { positions[$0.lane] ?? .max } ?? .max
            let position = item.place?.position ?? .min
            let mayBeFirst = item.isEnd || position < lowest && !restorations.precede(item)
            if mayBeFirst, item.size < smallest?.size ?? .max { smallest = (index, item.size) }
            if let lane = item.place?.lane { positions[lane] = min(lowest, position) }
            restorations.insert(item)
        }
        return smallest?.index
    }

    private mutating func hold(_ indices: [Int]) {
        for index in indices {
            held.insert(index)
            guard let item = items[index], let place = item.place else { continue }
            heldRestorations.insert(item)
            heldPositions[place.lane] = min(heldPositions[place.lane, default: .max], place.position)
        }
    }

    /// Holds back the items that come after a held one, and returns the others.
    private mutating func holdBackLater(of indices: [Int]) -> [Int] {
        var writable: [Int] = []
        for index in indices { if comesAfterHeld(index) { hold([index]) } else { writable.append(index) } }
        return writable
    }

    /// Whether an item comes after a held entry of its lane, or a held restoration of another outbox.
    private func comesAfterHeld(_ index: Int) -> Bool {
        guard let item = items[index], let place = item.place, !item.isEnd else { return false }
        return heldPositions[place.lane, default: .max] <= place.position || heldRestorations.precede(item)
    }
}

extension OutboxRecord {
    /// The number of bytes that differ between records, which is about the size of the record.
    fileprivate var approximateSize: Int {
        switch kind {
        case .added(let body), .kept(.sent(let body), _): 100 + body.bytes.count
        case .rejected(let reason), .kept(.rejected(let reason), _): 100 + reason.utf8.count
        default: 100
        }
    }
}
