// SPDX-License-Identifier: MIT

// The numbers of outcomes, and the saved values that have reduced them.

/// A saved value that acknowledges the outcomes of an outbox.
struct OutboxSaver: Sendable {
    /// The number of the newest outcome that the file of the value contains.
    var saved = 0
    /// Whether there is no value, so that nothing waits for it.
    var isNil = true
    /// The number of values that the part has had in this store, besides the first one.
    var values = -1
    /// Whether the value has resumed the backlog.
    var isResumed = false
    /// The log and the number of the value after the last action.
    var log: OutboxID?
    var number = 0
}

extension OutboxQueue {
    /// The most kept outcomes.
    static var maxKept: Int { 10_000 }

    /// Whether outcomes are kept until saved values contain them.
    var keepsOutcomes: Bool { !savers.isEmpty }

    /// Whether outcomes of an earlier process have to be dispatched before new attempts.
    var isReplaying: Bool { replayCount > 0 && (keepsOutcomes || !isSettled) }

    /// The index of the first kept outcome after a number.
    func firstKept(after number: Int) -> Int {
        var (low, high) = (0, kept.count)
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].number > number { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether an outcome of an entry is still to be dispatched.
    func isOutcomeComing(of id: OutboxID) -> Bool {
        replayCount > 0 && kept.contains { $0.id == id && !$0.isDispatched }
    }

    // MARK: Outcomes

    /// Records the outcome that is being reduced, and returns its number; nil if it is not kept.
    mutating func number(_ kind: OutboxKept<Job>.Kind, of id: OutboxID, isKept: Bool = true) -> Int? {
        let (isKept, entry) = (isKept && keepsOutcomes && log.name != nil, items[id]?.entry)
        if isKept { log.newest = max(log.newest, log.floor) + 1 }
        let number = isKept ? log.newest : 0
        let outcome = OutboxKept(
            id: id,
            number: number,
            kind: kind,
            lane: entry?.lane,
            job: entry?.job,
            isDispatched: true
        )
        lastOutcome = outcome
        guard isKept else { return nil }
        kept.append(outcome)
        noteDispatched()
        // The others are still to be dispatched, and attempts wait for them.
        if kept.count > Self.maxKept { drop(upTo: min(kept[kept.count - Self.maxKept - 1].number, log.dispatched)) }
        return number
    }

    /// Notes that a kept outcome of an earlier process is being reduced.
    mutating func replay(_ id: OutboxID, _ matches: (OutboxKept<Job>.Kind) -> Bool) {
        guard replayCount > 0 else { return }
        // Those before it are dispatched.
        let rest = kept[firstKept(after: log.dispatched)...]
        guard let index = rest.firstIndex(where: { $0.id == id && !$0.isDispatched && matches($0.kind) }) else {
            return
        }
        pass(index)
        lastOutcome = kept[index]
        noteNumber(of: kept[index])
    }

    /// Writes the number of a replayed cancellation.
    ///
    /// Its record has none if the earlier process has ended before the cancellation was dispatched.
    private mutating func noteNumber(of outcome: OutboxKept<Job>) {
        guard outcome.isReplay, case .cancelled(let attempts, _) = outcome.kind else { return }
        note(outcome.id, .numbered(outcome.number, attempts: attempts))
    }

    private mutating func pass(_ index: Int) {
        kept[index].isDispatched = true
        replayCount -= 1
        noteDispatched()
    }

    /// Passes over the rejections of an entry that is retried before they are dispatched again.
    mutating func passRejections(of id: OutboxID) {
        for index in kept.indices where kept[index].id == id && kept[index].kind == .rejected {
            kept[index].isRetried = true
            if !kept[index].isDispatched { pass(index) }
        }
    }

    /// Raises the number of the newest outcome that was dispatched, with all before it.
    private mutating func noteDispatched() {
        var index = firstKept(after: log.dispatched)
        while index < kept.count, kept[index].isDispatched {
            log.dispatched = kept[index].number
            index += 1
        }
    }

    // MARK: The log

    /// Takes the outcomes and numbers of a file.
    mutating func takeLog(of backlog: OutboxBacklog<Job>) {
        // An attempt may have ended before the store has reported the contents of the file.
        let later = log.name == backlog.log ? kept.filter { $0.number > backlog.newest } : []
        log = OutboxLogState(
            name: backlog.log,
            dropped: backlog.dropped,
            dispatched: backlog.dropped,
            newest: later.last?.number ?? backlog.newest,
            isOpen: true
        )
        (kept, series) = (backlog.kept + later, backlog.series)
        replayCount = kept.count { !$0.isDispatched }
        // The state may have retried some of them meanwhile.
        for outcome in kept where outcome.kind == .rejected && items[outcome.id].map({ !$0.isRejected }) ?? false {
            passRejections(of: outcome.id)
        }
        noteDispatched()
    }

    /// Begins a log of another name, so that all saved values are out of date.
    ///
    /// No copy of a file has the name: it has the random bits of this store.
    mutating func renameLog() {
        let first = nextID.first
        log.name = log.name?.first == first ? log.name?.next : first
        noteCheckpoint()
    }

    /// Names a log that has no name, once there are saved values.
    mutating func nameLog() {
        if keepsOutcomes, log.isOpen, log.name == nil, !clearing.isRunning { renameLog() }
    }

    /// Forgets the kept outcomes, since a clear removes them from the log.
    mutating func forgetOutcomes() {
        (kept, drops, replayCount) = ([], [], 0)
        (log.dropped, log.dispatched) = (log.newest, log.newest)
    }

    /// Begins another log after a clear.
    mutating func beginLog() {
        guard log.isOpen else { return }
        if keepsOutcomes { renameLog() } else { log.name = nil }
    }

    // MARK: Acknowledgements

    /// Notes the number of a saved value.
    mutating func acknowledge(_ number: Int, in name: OutboxID, by saver: String) {
        guard name == log.name, let saved = savers[saver]?.saved, saved < number else { return }
        savers[saver]?.saved = number
        dropAcknowledged()
    }

    /// Drops the outcomes that all saved values contain, once the changes that they have caused are on
    /// disk.
    mutating func dropAcknowledged() {
        guard !kept.isEmpty, log.name != nil, !clearing.isRunning else { return }
        let number = min(savers.values.lazy.filter { !$0.isNil }.map(\.saved).min() ?? .max, log.dispatched)
        if keepsOutcomes, number >= kept[0].number { drop(upTo: number) }
        let firstUnsaved = changes.first?.mark.number ?? .max
        while let drop = drops.first, drop.change < firstUnsaved {
            drops.removeFirst()
            log.dropped = max(log.dropped, drop.number)
            kept.removeFirst(firstKept(after: drop.number))
            noteCheckpoint()
        }
    }

    private mutating func drop(upTo number: Int) {
        guard number > drops.last?.number ?? 0 else { return }
        drops.append((number, lastChange.number))
    }

    /// Drops all kept outcomes if there are no saved values.
    mutating func dropUnneeded() {
        guard isSettled, !keepsOutcomes, let last = kept.last else { return }
        let outcomes = kept
        (kept, replayCount) = ([], 0)
        for outcome in outcomes { noteNumber(of: outcome) }
        (log.dropped, log.dispatched) = (last.number, last.number)
        noteCheckpoint()
    }
}
