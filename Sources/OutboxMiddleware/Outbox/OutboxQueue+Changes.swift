// SPDX-License-Identifier: MIT

extension OutboxQueue {
    mutating func add<Failure>(
        lane: OutboxLane,
        _ makeJob: (OutboxID) throws(Failure) -> Job
    ) throws(Failure) -> OutboxID {
        let id = nextID
        let job = try makeJob(id)
        nextID = id.next
        items.append(OutboxEntry(id: id, lane: lane, job: job, attempts: 0, phase: .saving))
        save(id, .added(lane, job))
        return id
    }

    mutating func cancel(_ id: OutboxID) {
        if let entry = unreadableEntries.cancel(id) { note(id, .cancelled(attempts: entry.attempts, isOver: true)) }
        guard let item = items[id], item.entry.phase != .cancelling else { return }
        items.setPhase(.cancelling, of: id)
        note(id, .cancelled(attempts: item.entry.attempts, isOver: !item.isInFlight))
        if !item.isInFlight { withdraw(id) }
    }

    mutating func cancelAll() {
        guard clearing.begin() else { return }
        var cancelled: [OutboxCancellation] = []
        for id in items.ids {
            guard let item = items[id] else { continue }
            // The other entries are being cancelled already.
            if !item.isCancelled { cancelled.append(OutboxCancellation(id: id, attempts: item.entry.attempts)) }
            items.change(id) { ($0.entry.phase, $0.isInFlight) = (.cancelling, false) }
        }
        for entry in unreadableEntries.entries where unreadableEntries.cancel(entry.id) != nil {
            cancelled.append(OutboxCancellation(id: entry.id, attempts: entry.attempts))
        }
        (lanes, slots, attemptCount) = (OutboxLanes(), [], 0)
        countChange()
        clearing.wait(for: lastChange.number)
        append(lastChange.outbox, .cleared(cancelled))
    }

    mutating func retry(_ id: OutboxID) {
        if unreadableEntries.isOpen(id) { note(id, .decode) }
        guard let item = items[id] else { return }
        if item.isRejected {
            items.change(id) { ($0.entry.phase, $0.isRetry) = (.saving, true) }
            save(id, item.isOnDisk ? .retried : .added(item.entry.lane, item.entry.job))
        } else if let index = slots.firstIndex(where: { $0.id == id && $0.isBackoff }) {
            slots.remove(at: index)
            items.change(id) { $0.failures = 0 }
            waitAgain(id)
        }
    }

    // MARK: Changes for the disk

    /// Counts a change, whether it is written or not, so that an older value is recognised.
    mutating func countChange() {
        lastChange = OutboxMark(outbox: lastChange.outbox, number: lastChange.number + 1)
    }

    mutating func note(_ id: OutboxID, _ kind: OutboxEvent<Job>.Kind) {
        countChange()
        clearing.noteChange()
        append(id, kind)
    }

    private mutating func append(_ id: OutboxID, _ kind: OutboxEvent<Job>.Kind) {
        let place = items[id]?.place
        events.append(OutboxEvent(mark: lastChange, id: id, place: place, kind: kind, isKept: keepsOutcomes))
    }

    /// Records the change that makes an entry wait.
    mutating func save(_ id: OutboxID, _ kind: OutboxEvent<Job>.Kind) {
        note(id, kind)
        let number = lastChange.number
        items.change(id) { $0.savedBy = number }
    }
}
