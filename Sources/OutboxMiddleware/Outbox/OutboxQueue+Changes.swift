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

    mutating func add(_ job: Job, _ lane: OutboxLane, after cause: OutboxID) -> OutboxID {
        let id = cause.follower
        let isKnown = items[id] != nil || unreadableEntries.has(id) || kept.contains { $0.id == id }
        guard !isKnown else { return id }
        items.append(OutboxEntry(id: id, lane: lane, job: job, attempts: 0, phase: .saving))
        items.change(id) { $0.isFollower = true }
        save(id, .added(lane, job))
        return id
    }

    mutating func cancel(_ id: OutboxID) {
        if let entry = unreadableEntries.cancel(id) { noteCancelled(id, entry.attempts) }
        guard let item = items[id], item.entry.phase != .cancelling else { return }
        if item.isRejected { items.change(id) { $0.hasRejectedLast = true } }
        items.setPhase(.cancelling, of: id)
        noteCancelled(id, item.entry.attempts, isOver: !item.isInFlight)
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
        forgetOutcomes()
        countChange()
        clearing.wait(for: lastChange.number)
        append(lastChange.outbox, .cleared(cancelled))
    }

    mutating func retry(_ id: OutboxID) {
        if unreadableEntries.isOpen(id) { note(id, .decode) }
        guard let item = items[id] else { return }
        if item.isRejected {
            passRejections(of: id)
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

    mutating func note(_ id: OutboxID, _ kind: OutboxChange<Job>.Kind) {
        dropUnneeded()
        countChange()
        clearing.noteChange()
        append(id, kind)
    }

    mutating func noteCancelled(_ id: OutboxID, _ attempts: Int, isOver: Bool = true) {
        let isKept = keepsOutcomes && items[id]?.leavesTrace ?? true
        note(id, .cancelled(attempts: attempts, isOver: isOver, isKept: isKept))
    }

    /// Notes the numbers of the log, which a clear need not remove.
    mutating func noteCheckpoint() {
        guard let name = log.name else { return }
        countChange()
        append(name, .checkpoint(log.dropped))
    }

    private mutating func append(_ id: OutboxID, _ kind: OutboxChange<Job>.Kind) {
        changes.append(OutboxChange(lastChange, id, at: items[id]?.place, kind))
    }

    /// Records the change that makes an entry wait.
    mutating func save(_ id: OutboxID, _ kind: OutboxChange<Job>.Kind) {
        note(id, kind)
        let number = lastChange.number
        items.change(id) { $0.savedBy = number }
    }
}
