// SPDX-License-Identifier: MIT

// The reactions to actions of the feature.

extension OutboxQueue {
    /// Returns whether copies of this outbox may have given these ids to other jobs, because they
    /// were added before the store drew its own bits.
    func sharesIDs(of changes: [OutboxChange<Job>]) -> Bool {
        changes.contains { $0.isAddition && $0.id.first == lastChange.outbox }
    }

    /// Returns whether an outcome of an attempt still changes the entry.
    func isOpen(_ id: OutboxID) -> Bool { items[id].map { !$0.isCancelled } ?? false }

    /// Returns whether an entry was retried after its last rejection.
    func isRetried(_ id: OutboxID) -> Bool { items[id].map { $0.isRetry && !$0.isRejected } ?? false }

    /// Returns the changes after a number, to be written.
    func changes(after number: Int) -> [OutboxChange<Job>] { changes.last { $0.mark.number > number } }

    @usableFromInline mutating func reduce<Reply>(_ action: OutboxAction<Job, Reply>, limit: Int) {
        self.limit = limit
        countChange()
        lastOutcome = nil
        switch action {
        case .sent(let id, let reply): takeSent(id, reply)
        case .rejected(let id, let reason): takeRejection(id, reason)
        case .cancelled(let id, let attempts): takeCancelled(id, attempts)
        case .failed(let id, _): takeFailure(id)
        case .storageFailed: break
        case .unreadable(let id, _): replay(id) { $0 != .rejected }
        case .loaded(let backlog): takeLoaded(backlog)
        case .saved(let mark):
            takeSaved(mark)
            dropAcknowledged()
        case .attempted(let id): noteAttempt(id)
        case .rested(let id): endBackoff(id)
        case .paused: stop()
        case .step(let step): take(step)
        }
        startAttempts()
        isSettled = true
    }

    private mutating func take(_ step: OutboxStep) {
        switch step.kind {
        case .began(let first): nextID = first
        case .gone(let ids): for id in ids where items[id]?.isOnDisk ?? false { abandon(id) }
        case .acknowledged(let number, let log, let saver): acknowledge(number, in: log, by: saver)
        case .found(let order, let entries): takeUnreadable(entries, in: order)
        case .lost: restore()
        case .cleared(let change):
            clearing.end(change)
            if !clearing.isRunning { beginLog() }
        }
    }

    /// Stops sending an entry until it is removed.
    private mutating func abandon(_ id: OutboxID) {
        items.setPhase(.cancelling, of: id)
        withdraw(id)
    }

    // MARK: Outcomes

    private mutating func takeSent(_ id: OutboxID, _ reply: some Sendable) {
        guard isOpen(id) else { return replay(id) { $0 == .sent } }
        let number = number(.sent, of: id)
        note(id, .sent(number == nil ? () : reply, number: number))
        remove(id)
    }

    private mutating func takeRejection(_ id: OutboxID, _ reason: String) {
        // A kept rejection arrives again after a launch.
        guard let item = items[id], !item.isRejected else { return replay(id) { $0 == .rejected } }
        guard item.entry.phase != .cancelling else {
            guard item.isInFlight else { return replay(id) { $0 == .rejected } }
            items.change(id) { $0.hasRejectedLast = true }
            return endCancelling(id)
        }
        // A job that cannot be encoded is rejected while it is being saved, and never reaches the disk.
        let number = number(.rejected, of: id, isKept: item.entry.attempts > 0)
        items.change(id) { item in
            if item.entry.phase == .saving { item.savedBy = 0 }
            (item.entry.phase, item.failures) = (.rejected(reason), 0)
        }
        note(id, .rejected(reason, number: number))
        withdraw(id)
    }

    private mutating func takeCancelled(_ id: OutboxID, _ attempts: Int) {
        let item = items[id]
        guard item?.isCancelled ?? unreadableEntries.has(id) else {
            return replay(id) { if case .cancelled = $0 { true } else { false } }
        }
        let isUncertain = attempts > 0 && !(item?.hasRejectedLast ?? false)
        // A clear ends the log with all its numbers.
        let isKept = item?.leavesTrace ?? true && !clearing.isRunning
        if let number = number(.cancelled(attempts: attempts, isUncertain: isUncertain), of: id, isKept: isKept) {
            note(id, .numbered(number, attempts: attempts))
        }
        remove(id)
        unreadableEntries.remove(id)
    }

    private mutating func takeFailure(_ id: OutboxID) {
        guard let item = items[id], item.isInFlight else { return }
        if item.entry.phase == .cancelling { return endCancelling(id) }
        _ = leaveSlot(id)
        items.change(id) { item in
            item.entry.phase = item.isOnDisk ? .waiting : .saving
            item.failures += 1
        }
        if let item = items[id] { begin(.backoff(run(of: item)), id) }
    }

    /// Ends an attempt of an entry that was cancelled meanwhile.
    private mutating func endCancelling(_ id: OutboxID) {
        noteCancelled(id, items[id]?.entry.attempts ?? 0)
        withdraw(id)
    }

    // MARK: The disk

    private mutating func takeLoaded(_ backlog: OutboxBacklog<Job>) {
        defer {
            reservedPositions = [:]
            nameLog()
        }
        if !backlog.isPartial {
            takeLog(of: backlog)
            log.isReadByStore = true
            log.floor = log.newest + Int(nextID.high & 0x3fff_ffff)
        }
        guard !clearing.isRunning else { return }
        let entries = backlog.entries
        let new = entries.filter { items[$0.id] == nil && !unreadableEntries.isCancelled($0.id) }
        let first = items.reserve(new.count)
        var (read, decoded): ([Positioned], [Positioned]) = ([], [])
        for (offset, entry) in new.enumerated() {
            if let position = unreadableEntries.remove(entry.id) {
                decoded.append((entry, position))
            } else {
                read.append((entry, reservedPositions[entry.id] ?? first + offset))
            }
        }
        insert(read, isRetry: false)
        // Formerly unreadable entries go before later ones.
        insert(decoded, isRetry: true)
    }

    private mutating func takeUnreadable(_ entries: [OutboxUnreadable], in order: [OutboxID]) {
        guard !clearing.isRunning else { return }
        let first = items.reserve(order.count)
        reservedPositions = Dictionary(zip(order, first...)) { first, _ in first }
        for entry in entries { unreadableEntries.set(entry, at: reservedPositions[entry.id] ?? first) }
        clearing.noteChange()
    }

    /// Inserts entries of a file before all others.
    mutating func insert(_ found: [OutboxFound<Job>]) {
        let first = items.reserve(found.count)
        var entries: [Positioned] = []
        for (position, found) in zip(first..., found) {
            switch found {
            case .entry(let entry): entries.append((entry, position))
            case .unreadable(let entry): unreadableEntries.set(entry, at: position)
            }
        }
        if !found.isEmpty { clearing.noteChange() }
        insert(entries, isRetry: false)
    }

    private typealias Positioned = (entry: OutboxEntry<Job>, position: Int)

    private mutating func insert(_ entries: [Positioned], isRetry: Bool) {
        guard !entries.isEmpty else { return }
        clearing.noteChange()
        items.insert(entries)
        for (entry, _) in entries where entry.phase == .waiting {
            enqueue(entry.id, isRetry: isRetry)
            if isRetry, let item = items[entry.id] { passSlot(to: item) }
        }
    }

    /// Marks all entries to be written again after their file was removed.
    private mutating func restore() {
        // The removed file had the only copy of unreadable entries.
        for entry in unreadableEntries.entries { cancel(entry.id) }
        for change in restorations {
            let isWaiting = items[change.id]?.entry.phase == .waiting
            items.change(change.id) { item in
                item.isOnDisk = false
                if isWaiting { (item.entry.phase, item.isRetry) = (.saving, true) }
            }
            if isWaiting { withdraw(change.id) }
            save(change.id, change.kind)
        }
        // The kept outcomes are lost too.
        if log.name != nil { renameLog() }
    }

    /// The changes that write all entries again that were on disk.
    var restorations: [OutboxChange<Job>] {
        func change(_ id: OutboxID, _ kind: OutboxChange<Job>.Kind) -> OutboxChange<Job> {
            OutboxChange(lastChange, id, at: items[id]?.place, kind)
        }
        let lost = items.ids.compactMap { items[$0] }.filter { $0.isOnDisk && $0.entry.phase != .cancelling }
        return lost.map { change($0.entry.id, .restored($0.entry)) } + [change(lastChange.outbox, .restoredAll)]
    }

    private mutating func takeSaved(_ mark: OutboxMark) {
        guard mark.outbox == lastChange.outbox else { return }
        let missing = Set(mark.missing)
        var left: [OutboxChange<Job>] = []
        defer { changes.putBack(left) }
        while let change = changes.first, change.mark.number <= mark.number {
            _ = changes.popFirst()
            if missing.contains(change.mark.number) {
                left.append(change)
            } else if let item = items[change.id], item.savedBy == change.mark.number {
                items.change(change.id) { $0.isOnDisk = true }
                if item.entry.phase == .saving { wait(item) }
            }
        }
    }

    /// Lets an entry that is on disk wait for its attempt.
    private mutating func wait(_ item: OutboxItems<Job>.Item) {
        items.setPhase(.waiting, of: item.entry.id)
        enqueue(item.entry.id, isRetry: item.isRetry)
        if item.isRetry { passSlot(to: item) }
    }

    // MARK: Attempts

    private mutating func noteAttempt(_ id: OutboxID) {
        guard let item = items[id], slots.contains(where: { $0.id == id && !$0.isBackoff }) else { return }
        switch item.entry.phase {
        case .waiting, .sending:
            items.change(id) { item in
                (item.entry.phase, item.isInFlight) = (.sending, true)
                item.entry.attempts += 1
            }
        // The entry was cancelled during an interrupted attempt, before the outbox knew of the interruption.
        case .cancelling: endCancelling(id)
        case .saving, .rejected: break
        }
    }

    private mutating func endBackoff(_ id: OutboxID) {
        guard let index = slots.firstIndex(where: { $0.id == id && $0.isBackoff }) else { return }
        slots.remove(at: index)
        waitAgain(id)
    }

    /// Ends all attempts and backoffs, so that everything is retried at once.
    private mutating func stop() {
        for id in slots.compactMap(\.id) {
            guard let item = items[id] else { continue }
            items.change(id) { $0.failures = 0 }
            if !item.isInFlight {
                endBackoff(id)
            } else if item.entry.phase == .cancelling {
                endCancelling(id)
            } else {
                _ = leaveSlot(id)
                items.setPhase(item.isOnDisk ? .waiting : .saving, of: id)
                waitAgain(id)
            }
        }
    }
}
