// SPDX-License-Identifier: MIT

/// One step of a schedule.
///
/// Entries, lists and outboxes are numbered from 0, and printed as 1, A and 1.
enum OfflineEvent: Hashable {
    // The user and the app
    case perform(Int)
    case cancel(Int)
    case retry(Int)
    case cancelAll(Int)
    case askPull
    case replace
    case resumeAgain
    case loadPart
    // The outbox
    case write(Int)
    case attempt(Int)
    case writeOutcome(Int)
    case dispatch(outbox: Int, number: Int8)
    case drop(outbox: Int, number: Int8)
    case openLog(Int)
    case requestClear(Int)
    case clear(Int)
    // The server and the network
    case accept(Int)
    case reject(Int)
    case loseAnswer(Int)
    case addForeignRow
    case fail(Int)
    case result(Int)
    case answerPull(Int)
    case receivePull(Int)
    // The disk and the process
    case capture(Int)
    case save(Int)
    case failSave(Int)
    case crash
    case launch(OfflineRules.Launch)
    case makeUnreadable(Int)

    /// Whether the event happens by itself, sooner or later.
    var isProgress: Bool {
        switch self {
        case .write, .attempt, .writeOutcome, .dispatch, .drop, .openLog, .requestClear, .clear, .accept, .reject,
            .capture, .save, .launch(.good), .answerPull, .receivePull:
            true
        default: false
        }
    }
}

extension OfflineEvent: CustomStringConvertible {
    var description: String {
        switch self {
        case .perform(let entry): "perform \(entry + 1)"
        case .cancel(let entry): "cancel \(entry + 1)"
        case .retry(let entry): "retry \(entry + 1)"
        case .cancelAll(let outbox): "cancelAll\(name(outbox))"
        case .askPull: "ask for pull"
        case .replace: "make A anew"
        case .resumeAgain: "resume A again"
        case .loadPart: "load A"
        case .write(let entry): "write \(entry + 1)"
        case .attempt(let entry): "attempt \(entry + 1)"
        case .writeOutcome(let entry): "write outcome of \(entry + 1)"
        case .dispatch(let outbox, let number): "dispatch #\(number)\(name(outbox))"
        case .drop(let outbox, let number): "drop #\(number)\(name(outbox))"
        case .openLog(let outbox): "open log\(name(outbox))"
        case .requestClear(let outbox): "request clear\(name(outbox))"
        case .clear(let outbox): "clear\(name(outbox))"
        case .accept(let entry): "server accepts \(entry + 1)"
        case .reject(let entry): "server rejects \(entry + 1)"
        case .loseAnswer(let entry): "server accepts \(entry + 1), answer lost"
        case .addForeignRow: "another device adds a row"
        case .fail(let entry): "attempt \(entry + 1) fails"
        case .result(let entry): "result \(entry + 1)"
        case .answerPull(let pull): "answer pull\(name(pull))"
        case .receivePull(let pull): "receive pull\(name(pull))"
        case .capture(let list): "begin save \(letter(list))"
        case .save(let list): "end save \(letter(list))"
        case .failSave(let list): "save \(letter(list)) fails"
        case .crash: "crash"
        case .launch(.good): "launch"
        case .launch(.logIsLate): "launch without log"
        case .launch(.previous): "launch with A of .previous"
        case .launch(.lostFile): "launch without A"
        case .launch(.lostLog): "launch with new log"
        case .launch(.oldLog): "launch with older log"
        case .makeUnreadable(let entry): "\(entry + 1) becomes unreadable"
        }
    }

    /// Only the second of two is numbered.
    private func name(_ index: Int) -> String { index == 0 ? "" : " of \(index + 1)" }
    private func letter(_ list: Int) -> String { list == 0 ? "A" : "B" }
}

// MARK: Which events are possible

extension OfflineRules {
    func events(_ world: OfflineWorld) -> [OfflineEvent] {
        guard world.isRunning else { return launches(world) }
        var events: [OfflineEvent] = []
        for outbox in world.logs.indices {
            if world.logs[outbox].isOpen {
                addEvents(of: outbox, world, &events)
            } else {
                events.append(.openLog(outbox))
            }
        }
        for list in world.lists.indices { addSaves(of: list, world, &events) }
        addPulls(world, &events)
        addActions(world, &events)
        if world.history.crashes < instance.crashes { events.append(.crash) }
        return events
    }

    private func launches(_ world: OfflineWorld) -> [OfflineEvent] {
        var events = [OfflineEvent.launch(.good)]
        if has(.lateLog) { events.append(.launch(.logIsLate)) }
        if has(.unreadable), world.history.unreadable.isEmpty {
            for entry in world.entries.indices where world.entries[entry].onDisk != .absent {
                let state = world.entries[entry]
                if state.onDisk == .ended, !world.logs[0].outcomes.contains(where: { $0.entry == Int8(entry) }) {
                    continue
                }
                events.append(.makeUnreadable(entry))
            }
        }
        guard world.history.damages == 0 else { return events }
        if has(.previous), world.lists[0].previous != nil { events.append(.launch(.previous)) }
        if has(.lostFile) { events.append(.launch(.lostFile)) }
        if has(.lostLog) { events.append(.launch(.lostLog)) }
        if has(.oldLog) { events.append(.launch(.oldLog)) }
        return events
    }

    private func addEvents(of outbox: Int, _ world: OfflineWorld, _ events: inout [OfflineEvent]) {
        let log = world.logs[outbox]
        if log.isClearing {
            events.append(log.isClearRequested ? .clear(outbox) : .requestClear(outbox))
            return
        }
        let next = log.outcomes.first { $0.number > log.dispatched }
        if let next { events.append(.dispatch(outbox: outbox, number: next.number)) }
        for index in droppable(world, outbox) {
            events.append(.drop(outbox: outbox, number: log.outcomes[index].number))
        }
        // Rule 5: kept outcomes are dispatched before any new attempt.
        let isReplaying = log.outcomes.contains { $0.number > log.dispatched && $0.number <= log.newestAtLaunch }
        for entry in entries(of: outbox) { addEvents(of: entry, isReplaying: isReplaying, world, &events) }
        if has(.clear), world.history.clears == 0 {
            let hasEntries = entries(of: outbox).contains { world.entries[$0].phase != .absent }
            if hasEntries || !log.outcomes.isEmpty { events.append(.cancelAll(outbox)) }
        }
    }

    private func addEvents(of entry: Int, isReplaying: Bool, _ world: OfflineWorld, _ events: inout [OfflineEvent]) {
        let state = world.entries[entry]
        let isDecided = state.request != .none
        switch state.phase {
        case .absent, .ended: break
        case .saving: events.append(.write(entry))
        case .waiting:
            if state.request == .cancel { events.append(.writeOutcome(entry)) }
            if state.request == .none, !isReplaying, isFirstOfLane(entry, world) { events.append(.attempt(entry)) }
        case .sending:
            if state.request == .cancel, state.onDisk != .cancelling { events.append(.write(entry)) }
            addAnswers(to: entry, world, &events)
        case .accepted, .refused, .unknown: events.append(.writeOutcome(entry))
        case .rejected:
            if state.request == .cancel { events.append(.writeOutcome(entry)) }
            if state.request == .retry { events.append(.write(entry)) }
            let log = world.logs[instance.jobs[entry].outbox]
            let isTold = !log.outcomes.contains { $0.entry == Int8(entry) && $0.number > log.dispatched }
            if has(.decide), !isDecided, isTold || log.newestAtLaunch > 0 {
                events.append(.retry(entry))
                events.append(.cancel(entry))
            }
        }
        let isCancellable = [.saving, .waiting, .sending].contains(state.phase) && state.onDisk != .cancelling
        if has(.cancel), entry == 0, !isDecided, isCancellable { events.append(.cancel(entry)) }
    }

    /// The entries of a lane are sent in their order, one at a time.
    ///
    /// One that is rejected is set aside.
    ///
    /// Rule 7: the server may have an entry that was attempted, so a retried one must not overtake it.
    private func isFirstOfLane(_ entry: Int, _ world: OfflineWorld) -> Bool {
        !world.entries.indices.contains { other in
            guard other != entry, instance.jobs[other].lane == instance.jobs[entry].lane else { return false }
            switch world.entries[other].phase {
            case .absent, .ended: return false
            case .saving, .waiting: return isBefore(other, entry, world)
            case .rejected: return world.entries[other].request == .retry && isBefore(other, entry, world)
            case .sending, .accepted, .refused, .unknown: return true
            }
        }
    }

    private func isBefore(_ other: Int, _ entry: Int, _ world: OfflineWorld) -> Bool {
        let mayBeAtServer = world.entries[other].wasAttempted
        if holds(.retryDoesNotOvertake), mayBeAtServer != world.entries[entry].wasAttempted { return mayBeAtServer }
        return other < entry
    }

    private func addAnswers(to entry: Int, _ world: OfflineWorld, _ events: inout [OfflineEvent]) {
        let wasAccepted = world.server.contains(entry)
        if instance.jobs[entry].isRejected, !wasAccepted, !world.history.refused.contains(entry) {
            events.append(.reject(entry))
            return
        }
        events.append(.accept(entry))
        if has(.lostAnswer), !wasAccepted { events.append(.loseAnswer(entry)) }
        if world.entries[entry].onDisk == .cancelling { events.append(.fail(entry)) }
    }

    private func addSaves(of list: Int, _ world: OfflineWorld, _ events: inout [OfflineEvent]) {
        let state = world.lists[list]
        if let value = state.value {
            let isDue = state.isSaveDue || savedForm(value) != state.file
            if state.writing == nil, isDue { events.append(.capture(list)) }
        } else if list == 0, has(.latePart), world.logs.allSatisfy(\.isOpen) {
            events.append(.loadPart)
        }
        guard state.writing != nil else { return }
        events.append(.save(list))
        if has(.failedSave), world.history.failedSaves == 0 { events.append(.failSave(list)) }
    }

    private func addPulls(_ world: OfflineWorld, _ events: inout [OfflineEvent]) {
        let limit = has(.secondPull) ? 2 : has(.pull) ? 1 : 0
        if world.lists[0].value != nil, world.history.pulls < limit { events.append(.askPull) }
        for (index, pull) in world.lists[0].pulls.enumerated() {
            if pull.answer == nil {
                events.append(.answerPull(index))
            } else if world.lists[0].value != nil {
                events.append(.receivePull(index))
            }
        }
    }

    private func addActions(_ world: OfflineWorld, _ events: inout [OfflineEvent]) {
        let next = Int(world.history.performed)
        if next < instance.jobs.count, instance.jobs[next].follows == nil { events.append(.perform(next)) }
        if has(.stream), world.history.echoes == 0 {
            for entry in world.entries.indices where world.server.contains(entry) {
                let wasSent = world.history.sent.contains(entry)
                let isKept = world.logs.contains { $0.outcomes.contains { $0.entry == Int8(entry) } }
                if wasSent, has(.shortMemory) || has(.promptStream) && !isKept { continue }
                if let list = instance.jobs[entry].list, world.lists[list].value != nil {
                    events.append(.result(entry))
                }
            }
        }
        let later = OfflineRows.laterForeign
        if has(.otherDevice), !world.server.rows.contains(later) { events.append(.addForeignRow) }
        guard world.lists[0].value != nil else { return }
        if has(.replace), world.history.replacements == 0 { events.append(.replace) }
        if has(.resumeAgain) { events.append(.resumeAgain) }
    }
}

// MARK: What events do

extension OfflineRules {
    func apply(_ event: OfflineEvent, _ world: inout OfflineWorld) {
        switch event {
        case .perform(let entry): perform(entry, &world)
        case .cancel(let entry): cancel(entry, &world)
        case .retry(let entry): retry(entry, &world)
        case .cancelAll(let outbox):
            world.history.clears += 1
            cancelAll(&world, outbox)
        case .askPull:
            world.history.pulls += 1
            world.lists[0].pulls.append(OfflinePull())
        case .replace:
            world.history.replacements += 1
            replace(&world, list: 0)
        case .resumeAgain: for outbox in world.logs.indices { resume(&world, 0, outbox) }
        case .loadPart: loadLate(&world, list: 0)
        case .write(let entry): write(entry, &world)
        case .attempt(let entry):
            world.entries[entry].wasAttempted = true
            world.entries[entry].phase = .sending
        case .writeOutcome(let entry): writeOutcome(entry, &world)
        case .dispatch(let outbox, let number):
            let index = world.logs[outbox].outcomes.firstIndex { $0.number == number }
            if let index { dispatch(index, &world, outbox) }
        case .drop(let outbox, let number):
            let index = world.logs[outbox].outcomes.firstIndex { $0.number == number }
            if let index { drop(index, &world, outbox) }
        case .openLog(let outbox):
            openLog(&world, outbox)
            beginSession(&world, outbox)
        case .requestClear(let outbox): world.logs[outbox].isClearRequested = true
        case .clear(let outbox): clear(&world, outbox)
        case .accept(let entry):
            accept(entry, &world)
            world.entries[entry].phase = .accepted
        case .reject(let entry):
            world.history.refused.insert(entry)
            world.entries[entry].phase = .refused
        case .loseAnswer(let entry):
            accept(entry, &world)
            fail(entry, &world)
        case .fail(let entry): fail(entry, &world)
        case .addForeignRow: world.server.rows.append(OfflineRows.laterForeign)
        case .result(let entry):
            world.history.echoes += 1
            if let list = instance.jobs[entry].list { receiveResult(entry, &world, list: list) }
        case .answerPull(let index): world.lists[0].pulls[index].answer = rows(of: 0, world)
        case .receivePull(let index):
            let pull = world.lists[0].pulls.remove(at: index)
            let later = OfflineRows.laterForeign
            let hadRow = world.lists[0].value?.base.rows.contains(later) == true
            // A pull without the row takes nothing from a list that never had it.
            world.history.hasPulledLaterRow = hadRow || pull.answer?.rows.contains(later) == true
            receivePull(pull, &world, list: 0)
        case .capture(let list): capture(&world, list: list)
        case .save(let list): finishSave(&world, list: list, isSuccess: true)
        case .failSave(let list):
            world.history.failedSaves += 1
            finishSave(&world, list: list, isSuccess: false)
        case .crash:
            world.history.crashes += 1
            crash(&world)
        case .launch(let kind): launch(&world, kind)
        case .makeUnreadable(let entry): dropUnreadable(entry, &world)
        }
        if world.isRunning { compare(&world) }
    }

    /// What the server shows of a list.
    func rows(of list: Int, _ world: OfflineWorld) -> OfflineRows {
        OfflineRows(rows: world.server.rows.filter { $0 >= OfflineRows.laterForeign || isShown(Int($0), in: list) })
    }

    private func perform(_ entry: Int, _ world: inout OfflineWorld) {
        world.history.performed += 1
        world.entries[entry].phase = .saving
        forEachValue(&world) { list, value in
            if isShown(entry, in: list) { perform(entry, &value) }
        }
    }

    private func cancel(_ entry: Int, _ world: inout OfflineWorld) {
        world.entries[entry].request = .cancel
        guard has(.takeBack) else { return }
        forEachValue(&world) { list, value in
            guard isShown(entry, in: list), value.hasPending(entry) else { return }
            value.removePending(entry)
            value.takenBack.insert(entry)
        }
    }

    /// An addition, a cancellation during an attempt, or a retry is on disk.
    private func write(_ entry: Int, _ world: inout OfflineWorld) {
        let state = world.entries[entry]
        switch (state.phase, state.request) {
        case (.saving, .cancel):
            world.entries[entry] = OfflineEntry()
            forEachValue(&world) { _, value in
                value.removePending(entry)
                if holds(.unwrittenCancellationForgetsTakenBack) { value.takenBack.remove(entry) }
            }
        case (.saving, _):
            world.entries[entry].onDisk = .waiting
            world.entries[entry].phase = .waiting
        case (.rejected, _):
            world.entries[entry].onDisk = .waiting
            world.entries[entry].phase = .waiting
            world.entries[entry].request = .none
            let outbox = instance.jobs[entry].outbox
            for index in world.logs[outbox].outcomes.indices
            where world.logs[outbox].outcomes[index].entry == Int8(entry) {
                world.logs[outbox].outcomes[index].isRetried = true
            }
        default:
            world.entries[entry].onDisk = .cancelling
            world.entries[entry].request = .none
        }
    }

    /// Rule 7: which outcome an entry gets.
    private func writeOutcome(_ entry: Int, _ world: inout OfflineWorld) {
        let state = world.entries[entry]
        let wasCancelled = state.onDisk == .cancelling
        if state.phase != .refused || state.request == .retry { world.entries[entry].request = .none }
        switch state.phase {
        case .accepted:
            world.history.sent.insert(entry)
            append(.sent, entry, &world)
        case .refused where wasCancelled:
            world.history.rejected.insert(entry)
            world.history.told.insert(entry)
            append(.cancelledAfterRejection, entry, &world)
        case .refused:
            world.history.rejected.insert(entry)
            append(.rejected, entry, &world)
        case .rejected: append(.cancelledAfterRejection, entry, &world)
        case .unknown: append(.cancelledAfterAttempt, entry, &world)
        default: append(state.wasAttempted ? .cancelledAfterAttempt : .cancelled, entry, &world)
        }
    }

    private func accept(_ entry: Int, _ world: inout OfflineWorld) {
        guard !world.server.contains(entry) else { return }
        world.server.append(entry, lanes: instance.lanes)
    }

    /// An attempt ends, and nobody knows what it has done.
    private func fail(_ entry: Int, _ world: inout OfflineWorld) {
        world.entries[entry].phase = world.entries[entry].onDisk == .cancelling ? .unknown : .waiting
    }
}
