// SPDX-License-Identifier: MIT

import RexCore

extension Optimistic {
    /// Whether an action of the app has changed nothing of what ``follow(_:_:as:)`` compares.
    func isFollowing<Job>(_ outbox: Outbox<Job>) -> Bool {
        // Not in local variables, which would be copies.
        histories[0].isFollowing && histories[0].performed.isEmpty && histories[0].results.isEmpty
            && histories[0].unknown.isEmpty && !histories[0].wasPulled
            && histories[0].saved.place.number == outbox.storage[0].log.dispatched
            && histories[0].saved.place.log == outbox.storage[0].log.name
    }

    /// Whether the saved value has the number of this one.
    var isInFile: Bool { history.inFile == history.saved.place }

    /// Takes the number of the outcome that an action has reported, and becomes stale if this state lacks
    /// outcomes.
    ///
    /// Called after the reducers of the app and of the outbox.
    mutating func follow<Job, Reply>(
        _ action: OutboxAction<Job, Reply>?,
        _ outbox: inout OutboxQueue<Job>,
        as saver: String
    ) {
        let outcome = outbox.lastOutcome.flatMap { $0.id == action?.idOfOutcome ? $0 : nil }
        if let outcome { take(outcome, isReadable: action?.isOutcome ?? false) }
        if outbox.log.isReadByStore, outbox.log.name != nil {
            checkAge(outbox.savers[saver], saver)
            if !history.isFollowing { begin(&outbox, as: saver) }
            compare(with: &outbox)
            advance(in: outbox, to: action?.isOutcome ?? false ? outcome : nil)
            outbox.savers[saver]?.isResumed = history.isResumed
            outbox.savers[saver]?.log = history.saved.place.log
            outbox.savers[saver]?.number = history.saved.place.number
        }
        if !outbox.clearing.isRunning { checkPerformed(outbox) }
        noteUnreadable(outbox.unreadableEntries, isSent: outcome?.kind == .sent)
        noteOrder(of: history.results) { outbox.items[$0]?.entry.lane }
        if !history.results.isEmpty { history.results = [] }
    }

    /// Traps if this is a value that the store had before.
    private func checkAge(_ last: OutboxSaver?, _ saver: String) {
        // A value of another log becomes stale.
        guard history.isFollowing, let last, last.log == history.saved.place.log else { return }
        precondition(
            history.saved.place.number >= last.number,
            """
            The Optimistic state that is saved as \(saver) was replaced by an older value of itself, which lacks \
            outcomes of its outbox. Keep it out of what is undone or reset. To begin anew, load it or make a new \
            Optimistic(…).
            """
        )
    }

    /// Begins with a value that the store has not had before.
    private mutating func begin<Job>(_ outbox: inout OutboxQueue<Job>, as saver: String) {
        outbox.savers[saver]?.values += 1
        let place = history.inFile
        outbox.savers[saver]?.saved = place?.log == outbox.log.name ? place?.number ?? 0 : 0
        history.value = outbox.savers[saver]?.values ?? 0
        history.isFollowing = true
        if outbox.items.count == 0, outbox.kept.isEmpty { history.isResumed = true }
        if history.saved.place.log != outbox.log.name {
            history.saved.place = OptimisticCheckpoint.Place(log: outbox.log.name, number: outbox.log.dropped)
            history.becomeStale()
            rememberKept(of: outbox)
        }
    }

    private mutating func compare<Job>(with outbox: inout OutboxQueue<Job>) {
        let place = history.saved.place
        if place.log == outbox.log.name, place.number > outbox.log.newest {
            // The log is an older copy, so a number does not stand for the same outcome.
            outbox.renameLog()
        }
        if place.log != outbox.log.name {
            history.saved.place = OptimisticCheckpoint.Place(log: outbox.log.name, number: outbox.log.dispatched)
            history.becomeStale()
            history.performed += queue.ids
        } else if place.number < outbox.log.dropped {
            history.saved.place.number = outbox.log.dropped
            history.becomeStale()
        }
    }

    /// Raises the number to that of the newest dispatched outcome.
    private mutating func advance<Job>(in outbox: OutboxQueue<Job>, to outcome: OutboxKept<Job>?) {
        var index = outbox.firstKept(after: history.saved.place.number)
        while index < outbox.kept.count, outbox.kept[index].number <= outbox.log.dispatched {
            let next = outbox.kept[index]
            guard next.isRetried || next.number == outcome?.number else { break }
            history.saved.place.number = next.number
            index += 1
        }
        guard history.saved.place.number < outbox.log.dispatched else { return }
        history.saved.place.number = outbox.log.dispatched
        history.becomeStale()
        rememberKept(of: outbox)
        history.performed += queue.ids
    }

    private mutating func rememberKept<Job>(of outbox: OutboxQueue<Job>) {
        let number = history.saved.place.number
        for outcome in outbox.kept where outcome.isContained(upTo: number) { history.known.insert(outcome.id) }
    }

    /// Takes the outcome of an entry, after the app has reduced it.
    private mutating func take<Job>(_ outcome: OutboxKept<Job>, isReadable: Bool) {
        let id = outcome.id
        let wasTakenBack = history.takenBack.remove(id) != nil
        let isShown = isPending(id)
        if history.saved.early.remove(id) != nil { history.saved.applied.insert(id) }
        // This value, or the loaded one, has reduced older numbers.
        let isNew = outcome.number == 0 || outcome.number > history.saved.place.number
        switch outcome.kind {
        case .rejected: break
        case _ where !isReadable: if isShown { drop(id) }
        case .sent:
            // It may belong to this value, which did not show it.
            let isMissing = isNew && !history.isResumed && !history.saved.applied.contains(id)
            if isShown { drop(id) }
            if isShown || wasTakenBack || isMissing { history.becomeStale() }
        case .cancelled(_, let isUncertain):
            if isShown { drop(id) }
            if isUncertain, isShown || wasTakenBack || outcome.job == nil { history.becomeStale() }
        }
        if !isPending(id) { history.overlapped.remove(id) }
    }

    private mutating func drop(_ id: OutboxID) {
        if queue.remove(id) != nil { replay() }
    }

    /// Checks the actions that were performed since the last action of the store.
    private mutating func checkPerformed<Job>(_ outbox: OutboxQueue<Job>) {
        guard !history.performed.isEmpty else { return }
        // The entries of the file come before those of this store.
        if outbox.log.isReadByStore { history.rank([outbox.lastChange.outbox, outbox.nextID.first]) }
        for id in history.performed where isPending(id) {
            if let item = outbox.items[id] {
                if item.isRetry { checkRetry(id, item.entry.lane, outbox) }
            } else if !outbox.isOutcomeComing(of: id), history.ranks[id.first] != nil {
                // Its entry is gone.
                drop(id)
            }
        }
        history.performed = []
    }

    /// Notes results of unreadable entries, whose actions are not shown, and that the base has been pulled or
    /// has taken the action of another entry, which the server may have after theirs.
    private mutating func noteUnreadable(_ entries: OutboxUnreadables, isSent: Bool) {
        for id in history.unknown where entries.has(id) {
            history.saved.early.insert(id)
            history.saved.changes += 1
        }
        if !history.unknown.isEmpty { history.unknown = [] }
        guard history.wasPulled || isSent && !entries.isEmpty else { return }
        history.overlapped.formUnion(entries.entries.map(\.id))
        history.wasPulled = false
    }

    /// Notes that a retried entry is sent before a later one of its lane that the server may have.
    private mutating func checkRetry<Job>(_ id: OutboxID, _ lane: OutboxLane, _ outbox: OutboxQueue<Job>) {
        let later = queue.entries.filter { history.isBefore(id, $0.id) }.compactMap { outbox.items[$0.id] }
        if later.contains(where: { $0.entry.lane == lane && $0.entry.attempts > 0 && !$0.isRejected }) {
            history.saved.isUncertain = true
        }
    }
}

extension OutboxAction {
    /// The entry whose outcome, or lost outcome, this is.
    fileprivate var idOfOutcome: OutboxID? {
        switch self {
        case .sent(let id, _), .rejected(let id, _), .cancelled(let id, _), .unreadable(let id, _): id
        default: nil
        }
    }

    fileprivate var isOutcome: Bool {
        if case .unreadable = self { false } else { idOfOutcome != nil }
    }
}
