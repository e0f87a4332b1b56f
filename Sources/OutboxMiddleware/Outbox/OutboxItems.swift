// SPDX-License-Identifier: MIT

import RexCore

/// The entries of an ``Outbox`` in the order in which they were added.
@usableFromInline struct OutboxItems<Job: Codable & Sendable>: Sendable {
    struct Item: Sendable {
        var entry: OutboxEntry<Job>
        /// The position among all entries.
        let position: Int
        /// Whether an attempt is in flight.
        var isInFlight = false
        /// Whether the entry is in its lane.
        var isQueued = false
        /// Whether the entry is retried, so that it goes ahead of later entries.
        var isRetry = false
        /// The number of failed attempts since the last retry without delay.
        var failures = 0
        /// Whether the file has the entry.
        var isOnDisk = false
        /// Whether the newest attempt was rejected before the entry was cancelled, so the server does not have it.
        var hasRejectedLast = false
        /// Whether a kept outcome may add the entry again.
        var isFollower = false
        /// The number of the change that makes the entry wait, while it is being saved.
        var savedBy = 0

        /// Whether the entry was cancelled and no attempt is in flight.
        var isCancelled: Bool { entry.phase == .cancelling && !isInFlight }

        /// Whether its cancellation is an outcome: one that was never on disk is cancelled without a trace.
        var leavesTrace: Bool { isOnDisk || isFollower || entry.attempts > 0 }

        var isRejected: Bool { entry.phase.rejection != nil }

        var place: OutboxPlace { OutboxPlace(lane: entry.lane, position: position) }
    }

    private var items: [OutboxID: Item] = [:]
    /// The ids by position, including some of removed entries.
    private(set) var order: [OutboxID] = []
    private var rejectedIDs: Set<OutboxID> = []
    @usableFromInline private(set) var inFlightCount = 0
    private var (firstPosition, nextPosition) = (0, 0)

    var count: Int { items.count }
    var rejectedCount: Int { rejectedIDs.count }

    subscript(id: OutboxID) -> Item? { items[id] }

    /// The ids by position.
    ///
    /// - Complexity: O(*n*)
    var ids: [OutboxID] { order.filter { items[$0] != nil } }

    /// - Complexity: O(*n*)
    var entries: [OutboxEntry<Job>] { order.compactMap { items[$0]?.entry } }

    mutating func change(_ id: OutboxID, _ body: (inout Item) -> Void) {
        guard let index = items.index(forKey: id) else { return }
        let (wasRejected, wasInFlight) = (items.values[index].isRejected, items.values[index].isInFlight)
        body(&items.values[index])
        let (isRejected, isInFlight) = (items.values[index].isRejected, items.values[index].isInFlight)
        if isRejected != wasRejected { if isRejected { rejectedIDs.insert(id) } else { rejectedIDs.remove(id) } }
        if isInFlight != wasInFlight { inFlightCount += isInFlight ? 1 : -1 }
    }

    mutating func setPhase(_ phase: OutboxPhase, of id: OutboxID) { change(id) { $0.entry.phase = phase } }

    mutating func append(_ entry: OutboxEntry<Job>) {
        items[entry.id] = Item(entry: entry, position: nextPosition)
        order.append(entry.id)
        nextPosition += 1
    }

    /// Reserves positions before all others, and returns the first of them.
    mutating func reserve(_ count: Int) -> Int {
        firstPosition -= count
        return firstPosition
    }

    /// Inserts entries of a file at their positions.
    mutating func insert(_ new: [(entry: OutboxEntry<Job>, position: Int)]) {
        let first = order.first { items[$0] != nil }.flatMap { items[$0]?.position } ?? .max
        for (entry, position) in new {
            items[entry.id] = Item(entry: entry, position: position, isOnDisk: true)
            if entry.phase.rejection != nil { rejectedIDs.insert(entry.id) }
        }
        let ids = new.sorted { $0.position < $1.position }.map(\.entry.id)
        let isInFront = new.allSatisfy { $0.position < first }
        order = isInFront ? ids + order : (order + ids).filter { items[$0] != nil }.sorted(by: comesBefore)
    }

    private func comesBefore(_ one: OutboxID, _ other: OutboxID) -> Bool {
        items[one]?.position ?? 0 < items[other]?.position ?? 0
    }

    mutating func remove(_ id: OutboxID) {
        guard let item = items.removeValue(forKey: id) else { return }
        rejectedIDs.remove(id)
        if item.isInFlight { inFlightCount -= 1 }
        if needsCompaction(slots: order.count, elements: items.count) { order.removeAll { items[$0] == nil } }
    }
}
