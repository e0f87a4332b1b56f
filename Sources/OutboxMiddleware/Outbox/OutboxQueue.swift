// SPDX-License-Identifier: MIT

/// The contents of an ``Outbox``, with the consequences of each change.
@usableFromInline struct OutboxQueue<Job: Codable & Sendable>: Sendable {
    @usableFromInline var items = OutboxItems<Job>()
    var nextID: OutboxID
    /// The changes that are not on disk.
    var events = Backlog<OutboxEvent<Job>>()
    @usableFromInline var lastChange: OutboxMark
    var clearing = OutboxClearing()
    var unreadableEntries = OutboxUnreadables()
    /// The ids whose outcomes a saved part of the state has waited for since the start of the
    /// store.
    ///
    /// Nil if outcomes are not kept.
    var awaitedIDs: Set<OutboxID>?
    /// Whether outcomes are kept in the file until they are acknowledged.
    var keepsOutcomes: Bool { awaitedIDs != nil }
    /// The positions of entries that are about to be loaded.
    var reservedPositions: [OutboxID: Int] = [:]

    var lanes = OutboxLanes()
    /// The attempts to run, at most `limit`, and the entries that wait for a retry.
    @usableFromInline var slots: [OutboxSlot<Job>] = []
    @usableFromInline var attemptCount = 0
    var lastSlot = 0
    /// The number of attempts at once; 0 until the feature has set it.
    var limit = 0

    init(first: OutboxID) {
        nextID = first
        lastChange = OutboxMark(outbox: first, number: 0)
    }
}
