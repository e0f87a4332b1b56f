// SPDX-License-Identifier: MIT

// The attempts to run, and the entries that wait for an attempt.

extension OutboxQueue {
    /// Starts as many attempts as the limit allows.
    mutating func startAttempts() {
        guard !isReplaying else { return }
        while attemptCount < limit, let (id, lane) = lanes.next() {
            items.change(id) { $0.isQueued = false }
            if let item = items[id], item.entry.phase == .waiting {
                begin(.attempt(run(of: item)), id)
                attemptCount += 1
            } else {
                lanes.release(lane)
            }
        }
    }

    mutating func begin(_ kind: OutboxSlot<Job>.Kind, _ id: OutboxID) {
        lastSlot += 1
        slots.append(OutboxSlot(lastSlot, id, kind))
    }

    func run(of item: OutboxItems<Job>.Item) -> OutboxRun<Job> {
        OutboxRun(
            id: item.entry.id,
            place: item.place,
            job: item.entry.job,
            attempts: item.entry.attempts,
            failures: item.failures
        )
    }

    /// Adds an entry to its lane, unless it is there already.
    ///
    /// An entry whose file was removed may still be there when it is saved again.
    mutating func enqueue(_ id: OutboxID, isRetry: Bool) {
        guard let item = items[id], !item.isQueued else { return }
        items.change(id) { $0.isQueued = true }
        lanes.insert(id, item.position, in: item.entry.lane, isRetry: isRetry)
    }

    /// Makes an entry that has its lane wait for the next attempt, before later entries.
    mutating func waitAgain(_ id: OutboxID) {
        guard let item = items[id] else { return }
        enqueue(id, isRetry: true)
        lanes.release(item.entry.lane)
        startAttempts()
    }

    /// Ends the slot of an entry, and lets its lane continue.
    mutating func withdraw(_ id: OutboxID) {
        guard let lane = items[id]?.entry.lane, leaveSlot(id) else { return }
        lanes.release(lane)
        startAttempts()
    }

    /// Ends the slot of an entry.
    ///
    /// - Returns: False if it has none.
    mutating func leaveSlot(_ id: OutboxID) -> Bool {
        items.change(id) { $0.isInFlight = false }
        guard let index = slots.firstIndex(where: { $0.id == id }) else { return false }
        if !slots.remove(at: index).isBackoff { attemptCount -= 1 }
        return true
    }

    /// Lets a waiting entry overtake a later one of its lane whose attempt has not started.
    mutating func passSlot(to earlier: OutboxItems<Job>.Item) {
        for id in slots.filter({ !$0.isBackoff }).compactMap(\.id) {
            guard let item = items[id], item.entry.lane == earlier.entry.lane, item.position > earlier.position else {
                continue
            }
            guard item.entry.phase == .waiting, !item.isInFlight, leaveSlot(id) else { return }
            return waitAgain(id)
        }
    }

    mutating func remove(_ id: OutboxID) {
        // The lane may still contain the entry, and must not start it when it goes on.
        items.setPhase(.cancelling, of: id)
        withdraw(id)
        items.remove(id)
    }

    /// Whether the outbox counts entries as running or waiting for a retry.
    @inlinable var hasSlots: Bool { items.inFlightCount > 0 || slots.count > attemptCount }

    /// The slot that tells the outbox that sending has paused, while the outbox counts entries as
    /// running or waiting for a retry.
    @usableFromInline var pause: [OutboxSlot<Job>] { hasSlots ? [OutboxSlot(0, nil, .pause)] : [] }
}
