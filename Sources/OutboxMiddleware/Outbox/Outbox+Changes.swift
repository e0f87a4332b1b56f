// SPDX-License-Identifier: MIT

extension Outbox {
    /// Appends a job to a lane and returns the entry's id.
    ///
    /// The entry is ``OutboxPhase/saving`` until it is on disk.
    @discardableResult public mutating func add(_ job: Job, lane: OutboxLane = .main) -> OutboxID {
        add(lane: lane) { _ in job }
    }

    /// Appends a job that contains its own id, and returns the id.
    ///
    /// ```swift
    /// outbox.add { id in Message(text, idempotencyKey: "\(id)") }
    /// ```
    ///
    /// The entry is ``OutboxPhase/saving`` until it is on disk. If `makeJob` throws, nothing is
    /// added.
    ///
    /// - Parameters:
    ///   - lane: The lane of the entry, whose entries are sent in order.
    ///   - makeJob: Called once, at once, with the id of the entry.
    @discardableResult public mutating func add<Failure>(
        lane: OutboxLane = .main,
        _ makeJob: (OutboxID) throws(Failure) -> Job
    ) throws(Failure) -> OutboxID {
        let id = nextID
        let job = try makeJob(id)
        nextID = id.next
        items.append(OutboxEntry(id: id, lane: lane, job: job, attempts: 0, phase: .saving))
        save(id, .added(lane, job))
        return id
    }

    /// Cancels an entry.
    ///
    /// It is ``OutboxPhase/cancelling`` until the cancellation is on disk; then the entry is removed
    /// and ``OutboxAction/cancelled(_:attempts:)`` is dispatched. An attempt in flight continues: if
    /// the server accepts the job, the entry counts as sent. Dismisses a rejected or unreadable entry in
    /// the same way. Does nothing if there is no such entry.
    public mutating func cancel(_ id: OutboxID) {
        if let entry = unreadableEntries.cancel(id) { note(id, .cancelled(attempts: entry.attempts, isOver: true)) }
        guard let item = items[id], item.entry.phase != .cancelling else { return }
        items.setPhase(.cancelling, of: id)
        note(id, .cancelled(attempts: item.entry.attempts, isOver: !item.isInFlight))
        if !item.isInFlight { withdraw(id) }
    }

    /// Cancels all entries and removes everything from disk, as when a user logs out.
    ///
    /// ``isClearing`` is true until the disk has nothing left: no entry, also of those that were not
    /// loaded yet, no text that was sent before, no damaged file that was set aside. The request is
    /// written first, so if the process ends meanwhile the next one finishes. Attempts in flight are
    /// cancelled, and their outcomes ignored. Each entry ends with
    /// ``OutboxAction/cancelled(_:attempts:)``. Entries that are added later stay.
    ///
    /// Does nothing if nothing new was added since the last call, so it may be called for each
    /// action while no user is logged in.
    ///
    /// - Complexity: O(*n*)
    public mutating func cancelAll() {
        guard clearing.begin() else { return }
        var cancelled: [OutboxCancellation] = []
        for id in items.ids {
            guard let item = items[id] else { continue }
            // The other entries are being cancelled already.
            if !item.isCancelled { cancelled.append(OutboxCancellation(id: id, attempts: item.entry.attempts)) }
            items.change(id) { ($0.entry.phase, $0.isInFlight) = (.cancelling, false) }
        }
        for entry in unreadable where unreadableEntries.cancel(entry.id) != nil {
            cancelled.append(OutboxCancellation(id: entry.id, attempts: entry.attempts))
        }
        (lanes, slots, attemptCount) = (OutboxLanes(), [], 0)
        countChange()
        clearing.wait(for: lastChange.number)
        append(lastChange.outbox, .cleared(cancelled))
    }

    /// Sends a rejected entry again, retries a failed one at once, or decodes an unreadable one
    /// again.
    ///
    /// A rejected entry is sent before entries of its lane that were added later. So is an
    /// unreadable one that can be decoded now: ``OutboxAction/loaded(_:)`` adds it. Otherwise
    /// ``OutboxAction/unreadable(_:_:)`` has the reason. Does nothing in any other case.
    public mutating func retry(_ id: OutboxID) {
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
