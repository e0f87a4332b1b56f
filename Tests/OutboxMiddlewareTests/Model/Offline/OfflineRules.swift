// SPDX-License-Identifier: MIT

/// The rules of an app that works offline, as functions that change an ``OfflineWorld``.
struct OfflineRules {
    var instance: OfflineInstance
    /// The clause that does not hold.
    var leftOut: OfflineClause?

    func holds(_ clause: OfflineClause) -> Bool { clause != leftOut }
    func has(_ events: OfflineInstance.Events) -> Bool { instance.events.contains(events) }

    /// The place of an outbox among the checkpoints of a list.
    func checkpoint(_ outbox: Int) -> Int { holds(.eachLogHasItsOwnNumber) ? outbox : 0 }

    func isShown(_ entry: Int, in list: Int) -> Bool { instance.jobs[entry].list == list }

    func entries(of outbox: Int) -> [Int] { instance.jobs.indices.filter { instance.jobs[$0].outbox == outbox } }

    /// Calls `body` with each list that is not nil.
    func forEachValue(_ world: inout OfflineWorld, _ body: (Int, inout OfflineValue) -> Void) {
        for list in world.lists.indices {
            guard var value = world.lists[list].value else { continue }
            world.lists[list].value = nil
            body(list, &value)
            world.lists[list].value = value
        }
    }
}

// MARK: What a list does at an action

extension OfflineRules {
    /// Rule 13 and 6: pulls that were asked for before don't fit any more.
    func changeMark(_ world: inout OfflineWorld, _ list: Int) {
        for index in world.lists[list].pulls.indices { world.lists[list].pulls[index].fits = false }
    }

    /// Rule 9 and 5: shows an action, in the order of the entries, unless its id is known.
    func perform(_ entry: Int, _ value: inout OfflineValue) {
        if value.hasPending(entry) { return }
        if holds(.idCountsOnce) {
            if value.early.contains(entry) || value.applied.contains(entry) { return }
        }
        if value.known.contains(entry) { return }
        let later = value.pending.firstIndex { $0 > Int8(entry) }
        value.pending.insert(
            Int8(entry),
            at: holds(.entriesKeepTheirOrder) ? later ?? value.pending.count : value.pending.count
        )
    }

    /// Puts the action of an entry into the base.
    ///
    /// An action with a temporary name finds its row only if the list knows the server's name.
    func addRow(_ entry: Int, _ value: inout OfflineValue) {
        if let row = instance.jobs[entry].edits, value.base.contains(row), !value.renamed.contains(row) { return }
        value.base.append(entry, lanes: instance.lanes)
    }

    /// Rule 1: remembers an id that the base contains.
    private func remember(_ entry: Int, _ value: inout OfflineValue) {
        if has(.shortMemory) { value.applied = OfflineIDs() }
        value.applied.insert(entry)
    }

    /// Rule 1: a pending action becomes part of the base.
    func confirm(_ entry: Int, _ value: inout OfflineValue) {
        addRow(entry, &value)
        remember(entry, &value)
        value.removePending(entry)
        if value.overlapped.contains(entry) {
            value.overlapped.remove(entry)
            if holds(.overlappedBaseBecomesUncertain) { value.isUncertain = true }
        }
    }

    /// Whether an earlier action of the same lane is still pending.
    private func isOutOfOrder(_ entry: Int, _ value: OfflineValue) -> Bool {
        let lane = instance.jobs[entry].lane
        return value.pending.contains { $0 < Int8(entry) && instance.jobs[Int($0)].lane == lane }
    }

    /// Rule 9: a result comes by a stream, maybe before its outcome or after it.
    func receiveResult(_ entry: Int, _ world: inout OfflineWorld, list: Int) {
        guard var value = world.lists[list].value else { return }
        let isResumed = value.resumed.contains(instance.jobs[entry].outbox)
        if value.hasPending(entry) {
            if isOutOfOrder(entry, value), holds(.resultOutOfOrderIsUncertain) { value.isUncertain = true }
            confirm(entry, &value)
            if holds(.resultBeforeOutcomeIsRemembered) { value.early.insert(entry) }
        } else {
            let isKnown = value.early.contains(entry) || value.applied.contains(entry)
            if isKnown, holds(.idCountsOnce) { return }
            if value.known.contains(entry) { return }
            addRow(entry, &value)
            if value.takenBack.contains(entry), holds(.resultOfTakenBackIsRemembered) { value.early.insert(entry) }
            if !isResumed {
                if holds(.resultBeforeResumeIsKept) { value.early.insert(entry) }
                if value.wasPulledWithPending, holds(.resultBeforeResumeIsUncertain) { value.isUncertain = true }
            }
        }
        world.lists[list].value = value
        changeMark(&world, list)
    }

    /// Rules 1, 2 and 7: an outcome is dispatched.
    ///
    /// `isSilent` if it only has its number.
    func receiveOutcome(_ outcome: OfflineOutcome, isSilent: Bool, _ world: inout OfflineWorld, list: Int) {
        guard var value = world.lists[list].value else { return }
        let entry = Int(outcome.entry)
        let place = checkpoint(instance.jobs[entry].outbox)
        let number = value.checkpoints[place].number
        guard outcome.number > number else { return }
        let isMine = isShown(entry, in: list)
        let wasBehind = value.isBehind
        var hasConfirmed = false
        if isMine, !isSilent {
            if value.takenBack.contains(entry) {
                receiveOutcomeOfTakenBack(outcome.kind, entry, &value)
            }
            if outcome.kind == .sent {
                if holds(.renameBelongsToTheConfirmation) { value.renamed.insert(entry) }
                if value.early.contains(entry) {
                    value.early.remove(entry)
                    remember(entry, &value)
                    value.removePending(entry)
                } else if value.hasPending(entry) {
                    confirm(entry, &value)
                    hasConfirmed = true
                }
            } else if value.hasPending(entry) {
                value.removePending(entry)
                value.overlapped.remove(entry)
                if outcome.kind == .cancelledAfterAttempt, holds(.cancelledAttemptIsStale) { value.isBehind = true }
                if outcome.kind == .rejected, !holds(.rejectedEntryIsNotStale) { value.isBehind = true }
            }
        }
        let isGap = outcome.number != number + 1
        if isGap, holds(.gapIsStale) { value.isBehind = true }
        if isMine || holds(.numberAdvancesAtEachOutcome) { value.checkpoints[place].number = outcome.number }
        world.lists[list].value = value
        if holds(.outcomeCausesASave) { world.lists[list].isSaveDue = true }
        let becameStale = value.isBehind && (!wasBehind || isGap)
        if becameStale && holds(.stalenessChangesTheMark) || hasConfirmed { changeMark(&world, list) }
        if outcome.kind == .cancelledAfterAttempt, isMine, holds(.stalenessChangesTheMark) { changeMark(&world, list) }
    }

    /// Rule 7: the app took the action back when it asked for the cancellation.
    private func receiveOutcomeOfTakenBack(_ kind: OfflineOutcome.Kind, _ entry: Int, _ value: inout OfflineValue) {
        value.takenBack.remove(entry)
        value.overlapped.remove(entry)
        guard holds(.takenBackOutcomeIsStale) else { return }
        if kind == .sent || kind == .cancelledAfterAttempt { value.isBehind = true }
    }

    /// Rules 1, 7 and 13: the answer of a pull arrives.
    func receivePull(_ pull: OfflinePull, _ world: inout OfflineWorld, list: Int) {
        guard var value = world.lists[list].value, let answer = pull.answer else { return }
        guard pull.fits || pull.isOfAnotherValue && !holds(.markIsOfOneValue) else {
            if holds(.droppedPullIsStale) { value.isBehind = true }
            world.lists[list].value = value
            return
        }
        value.base = answer
        value.overlapped = holds(.takenBackCountsForPulls) ? value.takenBack : OfflineIDs()
        for entry in value.pending { value.overlapped.insert(Int(entry)) }
        value.isUncertain = false
        value.isBehind = false
        let isResumed = value.resumed.bits == 1 << instance.outboxes - 1
        value.wasPulledWithPending = !isResumed && holds(.pullBeforeResumeCountsAsOverlapped)
        world.lists[list].value = value
        if holds(.pullChangesTheMark) { changeMark(&world, list) }
    }

    /// Rule 6: the app makes the list anew.
    ///
    /// It gets the newest number and is stale.
    func replace(_ world: inout OfflineWorld, list: Int) {
        let checkpoints = Array(repeating: OfflineCheckpoint(), count: instance.outboxes)
        world.lists[list].value = OfflineValue(checkpoints: checkpoints)
        forgetMarks(&world, list)
        for outbox in world.logs.indices { resume(&world, list, outbox) }
    }

    func forgetMarks(_ world: inout OfflineWorld, _ list: Int) {
        for index in world.lists[list].pulls.indices {
            world.lists[list].pulls[index].isOfAnotherValue = world.lists[list].pulls[index].fits
            world.lists[list].pulls[index].fits = false
        }
    }
}

// MARK: Resuming and comparing

extension OfflineRules {
    /// Rules 5 and 6: compares a list with a log that it has not seen in this process, and shows the difference.
    func resume(_ world: inout OfflineWorld, _ list: Int, _ outbox: Int) {
        guard var value = world.lists[list].value else { return }
        let log = world.logs[outbox]
        let place = checkpoint(outbox)
        guard log.isOpen else {
            if !holds(.closedBacklogChangesNothing) { value.checkpoints[place] = OfflineCheckpoint() }
            world.lists[list].value = value
            return
        }
        compareAtResume(log, &value.checkpoints[place], &value.isBehind)
        for entry in entries(of: outbox) where isShown(entry, in: list) {
            let number = value.checkpoints[place].number
            if isShownByResume(entry, world, number),
                !(value.takenBack.contains(entry) && holds(.resumeLeavesTakenBack))
            {
                perform(entry, &value)
            }
        }
        rememberKept(log, value.checkpoints[place].number, &value)
        if holds(.resultOutOfOrderIsUncertain), !value.resumed.contains(outbox) {
            let results = entries(of: outbox).filter(value.early.contains)
            if results.contains(where: { isOutOfOrder($0, value) }) { value.isUncertain = true }
        }
        value.resumed.insert(outbox)
        if value.wasPulledWithPending {
            for entry in value.pending { value.overlapped.insert(Int(entry)) }
            let isComplete = value.resumed.bits == 1 << instance.outboxes - 1
            if isComplete || !holds(.overlapWaitsForEachOutbox) { value.wasPulledWithPending = false }
        }
        let hasChangedMark = value.isBehind && world.lists[list].value?.isBehind == false
        world.lists[list].value = value
        if hasChangedMark, holds(.stalenessChangesTheMark) { changeMark(&world, list) }
    }

    /// Rule 5: ids of kept outcomes that the list has passed count as known.
    private func rememberKept(_ log: OfflineLog, _ number: Int8, _ value: inout OfflineValue) {
        guard holds(.resumeKnowsKeptOutcomes) else { return }
        for outcome in log.outcomes where outcome.kind == .sent && outcome.number <= number {
            value.known.insert(Int(outcome.entry))
        }
    }

    /// Rule 6: a gap between a saved number and a log.
    private func compareAtResume(_ log: OfflineLog, _ checkpoint: inout OfflineCheckpoint, _ isBehind: inout Bool) {
        if checkpoint.log != log.name {
            if checkpoint.log == 0 {
                if holds(.namelessIsStale) { isBehind = true }
                checkpoint.number = log.dropped
            } else if holds(.otherLogIsStale) {
                isBehind = true
                checkpoint.number = log.dropped
            }
            checkpoint.log = log.name
        }
        if checkpoint.number > log.newest, holds(.numberBeyondTheLogIsStale) {
            isBehind = true
            checkpoint.number = log.newest
        }
        if checkpoint.number < log.dropped {
            if holds(.droppedNumberIsStale) { isBehind = true }
            checkpoint.number = log.dropped
        }
    }

    /// Rule 5: which entries of the backlog resume shows.
    private func isShownByResume(_ entry: Int, _ world: OfflineWorld, _ number: Int8) -> Bool {
        let log = world.logs[instance.jobs[entry].outbox]
        if !holds(.backlogIsCurrent), !log.entriesAtLaunch.contains(entry) { return false }
        let state = world.entries[entry]
        switch state.onDisk {
        case .absent: return state.phase == .saving
        case .waiting: return holds(.resumeShowsWaiting)
        case .cancelling: return holds(.resumeShowsCancelling)
        case .rejected: return state.request == .retry && holds(.resumeShowsRetried)
        case .ended:
            return holds(.resumeShowsNewerOutcomes)
                && log.outcomes.contains {
                    $0.entry == Int8(entry) && $0.number > number
                        && ($0.kind == .sent || $0.kind == .cancelled || $0.kind == .cancelledAfterAttempt)
                }
        }
    }

    /// Rule 6: after each action, the feature compares each list with the newest dispatched outcome.
    func compare(_ world: inout OfflineWorld) {
        for list in world.lists.indices {
            for outbox in world.logs.indices where world.logs[outbox].isOpen {
                compare(&world, list, outbox)
            }
        }
    }

    private func compare(_ world: inout OfflineWorld, _ list: Int, _ outbox: Int) {
        guard var value = world.lists[list].value else { return }
        let log = world.logs[outbox]
        let place = checkpoint(outbox)
        if holds(.newestDispatchedIsCompared),
            value.checkpoints[place].log != log.name || value.checkpoints[place].number < log.dispatched
        {
            value.isBehind = true
            value.checkpoints[place].log = log.name
            value.checkpoints[place].number = max(value.checkpoints[place].number, log.dispatched)
            rememberKept(log, value.checkpoints[place].number, &value)
            if holds(.stalenessChangesTheMark) { changeMark(&world, list) }
        }
        if holds(.goneEntryIsNotPending), !log.isClearing, !log.isClearRequested {
            for entry in value.pending.map(Int.init) where instance.jobs[entry].outbox == outbox {
                if isGone(entry, world) { value.removePending(entry) }
            }
        }
        world.lists[list].value = value
    }

    /// Whether an entry has ended, and its outcome isn't still to be dispatched.
    func isGone(_ entry: Int, _ world: OfflineWorld) -> Bool {
        let state = world.entries[entry]
        switch state.phase {
        case .absent, .ended: break
        case .rejected where state.request != .retry: break
        default: return false
        }
        let log = world.logs[instance.jobs[entry].outbox]
        return !log.outcomes.contains { $0.entry == Int8(entry) && $0.number > log.dispatched }
    }
}

// MARK: Saving

extension OfflineRules {
    /// Rule 1: what is saved of a list.
    ///
    /// Pending actions are not.
    func savedForm(_ value: OfflineValue) -> OfflineValue {
        var saved = value
        saved.pending = []
        if !value.overlapped.isEmpty { saved.wasPulledWithPending = true }
        saved.overlapped = OfflineIDs()
        saved.takenBack = OfflineIDs()
        saved.known = OfflineIDs()
        saved.resumed = OfflineIDs()
        if !holds(.renamesAreSaved) { saved.renamed = OfflineIDs() }
        return saved
    }

    /// Rule 2: takes value and number, and begins a write.
    func capture(_ world: inout OfflineWorld, list: Int) {
        world.lists[list].writing = world.lists[list].value.map(savedForm)
        world.lists[list].isSaveDue = false
        if !holds(.onlyASaveAcknowledges), let value = world.lists[list].value { acknowledge(value, &world, list) }
    }

    /// Rule 2: the write ends.
    ///
    /// The file that was there becomes `.previous`.
    func finishSave(_ world: inout OfflineWorld, list: Int, isSuccess: Bool) {
        guard var saved = world.lists[list].writing else { return }
        world.lists[list].writing = nil
        if isSuccess {
            if !holds(.numberIsTakenWithTheValue), let value = world.lists[list].value {
                saved.checkpoints = value.checkpoints
            }
            world.lists[list].previous = world.lists[list].file
            world.lists[list].file = saved
        } else if holds(.failedSaveAcknowledgesNothing) {
            world.lists[list].isSaveDue = true
            return
        }
        acknowledge(saved, &world, list)
    }

    /// Rules 2 and 6: a list was saved with its number.
    ///
    /// A number of another log acknowledges nothing.
    func acknowledge(_ saved: OfflineValue, _ world: inout OfflineWorld, _ list: Int) {
        for outbox in world.logs.indices where world.logs[outbox].isOpen {
            let checkpoint = saved.checkpoints[checkpoint(outbox)]
            if checkpoint.log == world.logs[outbox].name { world.lists[list].acknowledged[outbox] = checkpoint.number }
        }
    }

    /// What a list that comes from its file acknowledges.
    func acknowledgeFile(_ world: inout OfflineWorld, _ list: Int, _ outbox: Int) {
        guard let value = world.lists[list].value else { return }
        let log = world.logs[outbox]
        let place = checkpoint(outbox)
        let saved = world.lists[list].file?.checkpoints[place] ?? OfflineCheckpoint()
        let number = min(saved.number, value.checkpoints[place].number)
        world.lists[list].acknowledged[outbox] = saved.log == log.name ? number : log.dropped
    }

    /// Rule 2: an optional part is loaded after the launch.
    func loadLate(_ world: inout OfflineWorld, list: Int) {
        let none = OfflineValue(checkpoints: Array(repeating: OfflineCheckpoint(), count: instance.outboxes))
        world.lists[list].value = world.lists[list].file ?? none
        for outbox in world.logs.indices {
            resume(&world, list, outbox)
            acknowledgeFile(&world, list, outbox)
        }
    }
}
