// SPDX-License-Identifier: MIT

// MARK: Launching

extension OfflineRules {
    enum Launch: Hashable { case good, logIsLate, previous, lostFile, lostLog, oldLog }

    /// A process begins.
    ///
    /// Nothing of the memory is left.
    func launch(_ world: inout OfflineWorld, _ kind: Launch) {
        world.isRunning = true
        switch kind {
        case .good, .logIsLate: break
        case .previous:
            world.lists[0].file = world.lists[0].previous
            if holds(.previousIsStale) { world.lists[0].file?.isBehind = true }
        case .lostFile:
            world.lists[0].file = nil
            world.lists[0].previous = nil
        case .lostLog: loseLog(&world)
        case .oldLog: restoreOlderLog(&world)
        }
        if kind != .good, kind != .logIsLate { world.history.damages += 1 }
        let none = OfflineValue(checkpoints: Array(repeating: OfflineCheckpoint(), count: instance.outboxes))
        for list in world.lists.indices {
            if list == 0, has(.latePart) { continue }
            world.lists[list].value = world.lists[list].file ?? none
        }
        for outbox in world.logs.indices {
            if kind != .logIsLate { openLog(&world, outbox) }
            beginSession(&world, outbox)
        }
    }

    /// The process dies.
    ///
    /// The disk and the server stay.
    func crash(_ world: inout OfflineWorld) {
        world.isRunning = false
        // What a pull has shown may be lost with the process, if it was not saved.
        world.history.hasPulledLaterRow = world.lists[0].file?.base.rows.contains(OfflineRows.laterForeign) == true
        for list in world.lists.indices {
            world.lists[list].value = nil
            world.lists[list].writing = nil
            world.lists[list].isSaveDue = false
            world.lists[list].pulls = []
            world.lists[list].acknowledged = world.lists[list].acknowledged.map { _ in 0 }
        }
        for entry in world.entries.indices {
            world.entries[entry].phase = .absent
            world.entries[entry].request = .none
        }
        for outbox in world.logs.indices {
            world.logs[outbox].isOpen = false
            world.logs[outbox].dispatched = 0
            world.logs[outbox].newestAtLaunch = 0
            world.logs[outbox].isClearing = false
            world.logs[outbox].entriesAtLaunch = OfflineIDs()
        }
    }

    /// A damaged log is set aside, and a new one begins.
    private func loseLog(_ world: inout OfflineWorld) {
        let name = world.logs[0].name
        world.logs[0] = OfflineLog(name: name + 2)
        for entry in entries(of: 0) where world.entries[entry].onDisk != .absent {
            world.entries[entry] = OfflineEntry()
        }
    }

    /// A backup of the log comes back, without its last outcome.
    private func restoreOlderLog(_ world: inout OfflineWorld) {
        guard let last = world.logs[0].outcomes.last, last.number == world.logs[0].newest, last.kind == .sent else {
            return
        }
        world.logs[0].outcomes.removeLast()
        world.logs[0].newest -= 1
        world.entries[Int(last.entry)].onDisk = .waiting
    }

    /// Reads the log.
    ///
    /// A clear that was requested is finished first (rule 8).
    ///
    /// A log that is older than a list gets the list's number before, for the clear has to be newer (rule 6).
    func openLog(_ world: inout OfflineWorld, _ outbox: Int) {
        world.logs[outbox].isOpen = true
        if world.logs[outbox].isClearRequested {
            if holds(.logCountsOnBeforeAClear) { countOn(&world, outbox) }
            finishClear(&world, outbox)
        }
        for entry in entries(of: outbox) where world.entries[entry].phase != .saving {
            world.entries[entry].phase =
                switch world.entries[entry].onDisk {
                case .absent: .absent
                case .waiting: .waiting
                case .cancelling: .unknown
                case .rejected: .rejected
                case .ended: .ended
                }
        }
    }

    /// Rules 5 and 6: when the log is open, lists are resumed, and the kept outcomes are dispatched again.
    func beginSession(_ world: inout OfflineWorld, _ outbox: Int) {
        guard world.logs[outbox].isOpen else {
            for list in world.lists.indices { resume(&world, list, outbox) }
            return
        }
        countOn(&world, outbox)
        world.logs[outbox].newestAtLaunch = world.logs[outbox].newest
        for entry in entries(of: outbox) where world.entries[entry].phase != .absent {
            world.logs[outbox].entriesAtLaunch.insert(entry)
        }
        for list in world.lists.indices {
            resume(&world, list, outbox)
            acknowledgeFile(&world, list, outbox)
        }
        if !holds(.keptOutcomesAreDispatchedAgain) {
            let numbers = world.lists.compactMap { $0.value?.checkpoints[checkpoint(outbox)].number }
            world.logs[outbox].dispatched = numbers.min() ?? 0
        }
    }

    /// Rule 6: a log that is older than a list counts on from the list's number.
    private func countOn(_ world: inout OfflineWorld, _ outbox: Int) {
        guard holds(.numberBeyondTheLogIsStale) else { return }
        let log = world.logs[outbox]
        let place = checkpoint(outbox)
        var newest = log.newest
        forEachValue(&world) { _, value in
            guard value.checkpoints[place].log == log.name, value.checkpoints[place].number > log.newest else { return }
            newest = max(newest, value.checkpoints[place].number)
            value.isBehind = true
        }
        guard newest > log.newest else { return }
        world.logs[outbox].newest = newest
        world.logs[outbox].dropped = newest
    }
}

// MARK: Outcomes

extension OfflineRules {
    /// Rule 1: an outcome gets the next number and is on disk.
    func append(_ kind: OfflineOutcome.Kind, _ entry: Int, _ world: inout OfflineWorld) {
        let outbox = instance.jobs[entry].outbox
        world.logs[outbox].newest += 1
        world.logs[outbox].outcomes.append(
            OfflineOutcome(number: world.logs[outbox].newest, entry: Int8(entry), kind: kind)
        )
        world.entries[entry].onDisk = kind == .rejected ? .rejected : .ended
        world.entries[entry].phase = kind == .rejected ? .rejected : .ended
        if kind == .rejected { world.entries[entry].wasAttempted = false }
        if has(.bound) { dropBeyondBound(&world, outbox) }
    }

    /// Rule 11: at most one outcome `sent` is kept here.
    ///
    /// The oldest one that was dispatched goes.
    private func dropBeyondBound(_ world: inout OfflineWorld, _ outbox: Int) {
        let log = world.logs[outbox]
        guard log.outcomes.filter({ $0.kind == .sent }).count > 1 else { return }
        if holds(.onlyDispatchedOutcomesAreDropped), areReactionsWaiting(world, outbox) { return }
        let oldest = log.outcomes.firstIndex {
            $0.kind == .sent && ($0.number <= log.dispatched || !holds(.onlyDispatchedOutcomesAreDropped))
        }
        if let oldest { drop(oldest, &world, outbox) }
    }

    /// Rule 6: the log remembers the newest number that it has dropped.
    func drop(_ index: Int, _ world: inout OfflineWorld, _ outbox: Int) {
        let outcome = world.logs[outbox].outcomes.remove(at: index)
        world.logs[outbox].dropped = max(world.logs[outbox].dropped, outcome.number)
        // From here on, nothing on the disk says that there was such an entry.
        guard !world.logs[outbox].outcomes.contains(where: { $0.entry == outcome.entry }) else { return }
        for follower in instance.jobs.indices where instance.jobs[follower].follows == Int(outcome.entry) {
            let isKept = world.logs[outbox].outcomes.contains { $0.entry == Int8(follower) }
            if world.entries[follower].onDisk == .ended, !isKept { world.entries[follower].onDisk = .absent }
        }
        if world.entries[Int(outcome.entry)].onDisk == .ended { world.entries[Int(outcome.entry)].onDisk = .absent }
        if world.entries[Int(outcome.entry)].phase == .ended { world.entries[Int(outcome.entry)].phase = .absent }
    }

    /// Rule 3: which outcomes may leave the log.
    func droppable(_ world: OfflineWorld, _ outbox: Int) -> [Int] {
        let log = world.logs[outbox]
        if holds(.reactionsHaveToBeOnDisk), areReactionsWaiting(world, outbox) { return [] }
        let indices = log.outcomes.indices.filter { index in
            let number = log.outcomes[index].number
            guard number <= log.dispatched else { return false }
            let saved = world.lists.map { list in
                list.value == nil ? holds(.nilAcknowledges) : list.acknowledged[outbox] >= number
            }
            return holds(.everyListHasToSave) ? saved.allSatisfy { $0 } : saved.contains(true)
        }
        return holds(.outcomesLeaveInOrder) ? indices.filter { $0 == 0 } : indices
    }

    /// Whether something that a reducer has added, cancelled or retried is not on disk.
    private func areReactionsWaiting(_ world: OfflineWorld, _ outbox: Int) -> Bool {
        entries(of: outbox).contains { entry in
            if world.entries[entry].request != .none { return true }
            return instance.jobs[entry].follows != nil && world.entries[entry].phase == .saving
        }
    }

    /// Rules 5, 7 and 10: the next outcome is dispatched to the app's reducers.
    func dispatch(_ index: Int, _ world: inout OfflineWorld, _ outbox: Int) {
        let outcome = world.logs[outbox].outcomes[index]
        let entry = Int(outcome.entry)
        let isRetried = outcome.isRetried || outcome.kind == .rejected && world.entries[entry].request == .retry
        let isSilent = isRetried && holds(.retriedRejectionIsSilent)
        if outcome.kind == .rejected { world.history.told.insert(entry) }
        for list in world.lists.indices { receiveOutcome(outcome, isSilent: isSilent, &world, list: list) }
        if outcome.kind == .rejected, !isSilent { react(entry, &world) }
        if outcome.kind == .sent {
            for follower in instance.jobs.indices where instance.jobs[follower].follows == entry {
                follow(follower, &world)
            }
        }
        if !holds(.nilRemovesNothing) {
            for list in world.lists.indices where world.lists[list].value == nil {
                world.lists[list].file = nil
                world.history.hasRemovedFile = true
            }
        }
        world.logs[outbox].dispatched = outcome.number
    }

    /// A reducer decides about a rejected entry.
    private func react(_ entry: Int, _ world: inout OfflineWorld) {
        guard world.entries[entry].phase == .rejected, world.entries[entry].request == .none else { return }
        if has(.cancelRejected) { world.entries[entry].request = .cancel }
        if has(.retryRejected) { retry(entry, &world) }
    }

    func retry(_ entry: Int, _ world: inout OfflineWorld) {
        world.entries[entry].request = .retry
        forEachValue(&world) { list, value in
            if isShown(entry, in: list) { perform(entry, &value) }
        }
    }

    /// Rule 10: a reducer adds a job because another was sent.
    ///
    /// Its id follows from that of the other.
    private func follow(_ entry: Int, _ world: inout OfflineWorld) {
        let isNew = world.entries[entry].phase == .absent
        if !isNew, holds(.followerIsAddedOnce) { return }
        if world.history.sent.contains(entry) || world.entries[entry].onDisk != .absent {
            world.history.addedTwice.insert(entry)
        }
        guard isNew else { return }
        world.entries[entry].phase = .saving
        forEachValue(&world) { list, value in
            if isShown(entry, in: list) { perform(entry, &value) }
        }
    }
}

// MARK: Cancelling everything

extension OfflineRules {
    /// Rule 8: the app cancels all entries.
    func cancelAll(_ world: inout OfflineWorld, _ outbox: Int) {
        world.logs[outbox].isClearing = true
        for entry in entries(of: outbox) {
            if world.entries[entry].phase != .absent { world.entries[entry].phase = .ended }
            world.entries[entry].request = .none
        }
        guard !holds(.clearedActionsStayUntilItIsOnDisk) else { return }
        let wasAttempted = entries(of: outbox).filter { world.entries[$0].wasAttempted }
        forEachValue(&world) { _, value in
            if wasAttempted.contains(where: value.hasPending) { value.isBehind = true }
            value.pending = []
            value.overlapped = OfflineIDs()
        }
    }

    /// Rule 8: a clear gets a number when it is on disk.
    private func finishClear(_ world: inout OfflineWorld, _ outbox: Int) {
        for entry in entries(of: outbox) where world.entries[entry].onDisk != .absent {
            world.entries[entry].onDisk = .absent
        }
        world.logs[outbox].outcomes = []
        if holds(.clearHasANumber) { world.logs[outbox].newest += 1 }
        world.logs[outbox].dropped = world.logs[outbox].newest
        world.logs[outbox].isClearRequested = false
    }

    /// Rule 8: every list becomes stale at a clear, and the removed entries aren't pending any more.
    func clear(_ world: inout OfflineWorld, _ outbox: Int) {
        let later = entries(of: outbox).filter { world.entries[$0].phase == .saving }
        finishClear(&world, outbox)
        for entry in entries(of: outbox) where !later.contains(entry) { world.entries[entry].phase = .absent }
        world.logs[outbox].isClearing = false
        world.logs[outbox].dispatched = world.logs[outbox].newest
        guard holds(.clearHasANumber) else { return }
        let place = checkpoint(outbox)
        let newest = world.logs[outbox].newest
        for list in world.lists.indices {
            guard var value = world.lists[list].value else { continue }
            value.isBehind = true
            value.checkpoints[place].number = newest
            for entry in entries(of: outbox) where !later.contains(entry) {
                value.takenBack.remove(entry)
                value.overlapped.remove(entry)
            }
            world.lists[list].value = value
            if holds(.stalenessChangesTheMark) { changeMark(&world, list) }
        }
    }

    /// Rule 11: a job on the disk can't be decoded any more.
    ///
    /// Its entry is dropped and reported.
    func dropUnreadable(_ entry: Int, _ world: inout OfflineWorld) {
        let outbox = instance.jobs[entry].outbox
        world.history.unreadable.insert(entry)
        let wasAttempted = world.entries[entry].wasAttempted
        let hasOutcome = world.entries[entry].onDisk == .ended
        world.entries[entry].onDisk = .absent
        if hasOutcome {
            for outcome in world.logs[outbox].outcomes
            where outcome.entry == Int8(entry) && holds(.unreadableOutcomeIsStale) {
                world.logs[outbox].dropped = max(world.logs[outbox].dropped, outcome.number)
            }
        } else if wasAttempted, holds(.unreadableAttemptIsStale) {
            world.logs[outbox].newest += 1
            world.logs[outbox].dropped = world.logs[outbox].newest
        }
        world.logs[outbox].outcomes.removeAll { $0.entry == Int8(entry) }
        if holds(.unreadableFollowerIsKnown), let cause = instance.jobs[entry].follows,
            world.logs[outbox].outcomes.contains(where: { $0.entry == Int8(cause) })
        {
            world.entries[entry].onDisk = .ended
        }
    }
}
