// SPDX-License-Identifier: MIT

/// The contents of an ``Outbox``, with the consequences of each change.
@usableFromInline struct OutboxQueue<Job: Codable & Sendable>: Sendable {
    @usableFromInline var items = OutboxItems<Job>()
    var nextID: OutboxID
    /// The changes that are not on disk.
    var changes = Backlog<OutboxChange<Job>>()
    @usableFromInline var lastChange: OutboxMark
    var clearing = OutboxClearing()
    var unreadableEntries = OutboxUnreadables()
    /// The numbers of the outcomes, and those that are kept, by number.
    var log = OutboxLogState()
    var kept: [OutboxKept<Job>] = []
    /// The number of kept outcomes that are still to be dispatched.
    var replayCount = 0
    /// The outcome that the last action of the outbox has reported, if it has.
    var lastOutcome: OutboxKept<Job>?
    /// The saved values that acknowledge outcomes, by the names of their parts.
    var savers: [String: OutboxSaver] = [:]
    /// The outcomes to drop, each once a change is on disk.
    var drops: [(number: Int, change: Int)] = []
    /// The series of the ids in the file, in the order of the entries.
    var series: [OutboxID] = []
    /// Whether the store has reduced an action of the outbox before, so that all saved values are known.
    var isSettled = false
    /// Whether the store repeats the ids of a recording, so that it draws none when it starts.
    @usableFromInline var repeatsIDs = false
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
