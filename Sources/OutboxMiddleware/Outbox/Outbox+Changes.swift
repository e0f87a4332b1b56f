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
        try storage[0].add(lane: lane, makeJob)
    }

    /// Appends a job because another one was sent, once however often that is called.
    ///
    /// A kept outcome is dispatched again after a launch, so its reducer runs again:
    ///
    /// ```swift
    /// case .outbox(.sent(let id, let photo)): app.outbox.add(.share(photo), after: id)
    /// ```
    ///
    /// The id of the entry follows from the id of the other one. If there is such an entry, or its outcome is
    /// kept, this only returns its id. To add two jobs, add the second one after the id of the first.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - lane: The lane of the entry, whose entries are sent in order.
    ///   - cause: The id of the entry that was sent.
    @discardableResult public mutating func add(
        _ job: Job,
        lane: OutboxLane = .main,
        after cause: OutboxID
    ) -> OutboxID {
        storage[0].add(job, lane, after: cause)
    }

    /// Cancels an entry.
    ///
    /// It is ``OutboxPhase/cancelling`` until the cancellation is on disk; then the entry is removed
    /// and ``OutboxAction/cancelled(_:attempts:)`` is dispatched. An attempt in flight continues: if
    /// the server accepts the job, the entry counts as sent. Dismisses a rejected or unreadable entry in
    /// the same way. Does nothing if there is no such entry.
    public mutating func cancel(_ id: OutboxID) { storage[0].cancel(id) }

    /// Cancels all entries and removes everything from disk, as when a user logs out.
    ///
    /// ``isClearing`` is true until the disk has nothing left: no entry, also of those that were not
    /// loaded yet, no text that was sent before, no damaged file that was set aside. The request is
    /// written first, so if the process ends meanwhile the next one finishes. Attempts in flight are
    /// cancelled, and their outcomes ignored. Each loaded entry ends with
    /// ``OutboxAction/cancelled(_:attempts:)``. Saved lists become stale. Entries that are added later stay.
    ///
    /// Does nothing if nothing new was added since the last call, so it may be called for each
    /// action while no user is logged in.
    ///
    /// - Complexity: O(*n*)
    public mutating func cancelAll() {
        // Otherwise a call without effect would copy a queue that another state has too.
        if queue.clearing.isNeeded { storage[0].cancelAll() }
    }

    /// Sends a rejected entry again, retries a failed one at once, or decodes an unreadable one
    /// again.
    ///
    /// A rejected entry is sent before entries of its lane that were added later. So is an
    /// unreadable one that can be decoded now: ``OutboxAction/loaded(_:)`` adds it. Otherwise
    /// ``OutboxAction/unreadable(_:_:)`` has the reason. Does nothing in any other case.
    public mutating func retry(_ id: OutboxID) { storage[0].retry(id) }
}
