// SPDX-License-Identifier: MIT

import RexCore

/// The state machine of an engine: the runs and triggers of one middleware in one store.
///
/// It decides and does nothing: what is to be done is returned in the deferred commands. Each event
/// first advances to its time, so that a late clock lets no newer trigger pass an older one.
struct EffectEngineState: ~Copyable {
    private(set) var isClosed = false
    let root = EffectNode()
    private var deadlines = EffectHeap(ofSpans: false)
    /// The slots that are kept only until the end of a throttle span.
    private var spans = EffectHeap(ofSpans: true)
    private(set) var timer: EffectTimer?
    /// The tasks to be cancelled elsewhere; `isCancelling` is true while a task is about to do
    /// that.
    private var cancelled: [StoreTask] = []
    private var isCancelling = false
    /// The store, whose observers are notified of what does not happen.
    private let output: AnyActionHandler<Never>

    init(observedBy output: AnyActionHandler<Never>) {
        self.output = output
    }

    // MARK: Events

    /// Takes a trigger.
    mutating func receive(
        _ run: EffectRun,
        in slot: EffectSlot,
        now: Duration,
        _ deferred: inout EffectDeferredCommands
    ) {
        advance(to: now, &deferred)
        guard !isClosed else { return deferred.drop(run) }
        slot.node.attach(slot)
        run.slot = slot
        let commands = slot.machine.trigger(run, now: now, isAnswer: { slot.isAnswer($0) })
        follow(commands, slot, by: run.trigger, &deferred)
        updateIndexes(of: slot, now, &deferred)
    }

    /// Advances to a time: decides about the triggers that are due, and removes the spans that are
    /// over.
    mutating func advance(to now: Duration, _ deferred: inout EffectDeferredCommands) {
        while let deadline = deadlines.firstDeadline, deadline <= now, let slot = deadlines.first {
            if let commands = slot.machine.due(now: now, isAnswer: { slot.isAnswer($0) }) {
                follow(commands, slot, by: commands.due?.trigger, &deferred)
            }
            updateIndexes(of: slot, now, &deferred)
        }
        while let deadline = spans.firstDeadline, deadline <= now, let slot = spans.first {
            spans.set(slot, at: nil)
            detach(slot, &deferred)
        }
    }

    /// Takes the end of a body; nothing that the run sends later is processed.
    mutating func bodyReturned(_ run: EffectRun, now: Duration, _ deferred: inout EffectDeferredCommands) {
        advance(to: now, &deferred)
        guard let slot = run.slot else { return }
        run.hasReturned = true
        run.seal()
        let isCancelled = run.epoch != slot.machine.epoch
        let commands = slot.machine.bodyReturned(of: run.epoch)
        if isCancelled { makeRoom(in: slot, &deferred) }
        follow(commands, slot, by: nil, &deferred)
        updateIndexes(of: slot, now, &deferred)
    }

    /// Takes the end of a run, whose last action was reduced; nothing starts yet in its place.
    mutating func finished(_ run: EffectRun, now: Duration, _ deferred: inout EffectDeferredCommands) {
        guard let slot = run.slot, run.epoch == slot.machine.epoch else { return }
        advance(to: now, &deferred)
        // A trigger that was due may have cancelled it.
        guard run.epoch == slot.machine.epoch else { return }
        slot.remove(run)
        slot.machine.finished()
        run.isOver = true
        updateIndexes(of: slot, now, &deferred)
    }

    /// Starts the trigger that has waited for a run that is over.
    mutating func startNext(after run: EffectRun, now: Duration, _ deferred: inout EffectDeferredCommands) {
        guard let slot = run.slot, run.isOver else { return }
        advance(to: now, &deferred)
        makeRoom(in: slot, &deferred)
        let commands = slot.machine.startWaiting()
        follow(commands, slot, by: nil, &deferred)
        updateIndexes(of: slot, now, &deferred)
    }

    /// Cancels the runs and drops the triggers of some slots.
    ///
    /// - Parameters:
    ///   - slots: The slots.
    ///   - canceller: The source of the action that cancels; nil if there is none.
    ///   - now: The time.
    ///   - isSilent: True if final actions are not sent, since the element or the store is gone.
    ///   - deferred: The commands, to which those of this event are added.
    mutating func cancel(
        _ slots: [EffectSlot],
        by canceller: ActionSource?,
        now: Duration,
        isSilent: Bool = false,
        _ deferred: inout EffectDeferredCommands
    ) {
        advance(to: now, &deferred)
        // A trigger that was due may have cancelled a run of theirs.
        if isSilent { deferred.removeFinalActions(of: slots) }
        for slot in waitingFirst(slots) {
            let commands = slot.machine.cancel()
            follow(commands, slot, by: canceller, isSilent: isSilent, &deferred)
            updateIndexes(of: slot, now, &deferred)
        }
    }

    /// Returns the slots, those that wait for room first: none of them may get the room of another
    /// that is cancelled with it.
    private func waitingFirst(_ slots: [EffectSlot]) -> [EffectSlot] {
        func waits(_ slot: EffectSlot) -> Bool {
            slot.rule.options.stateLimit != nil && slot.live.contains { $0.waitsForRoom }
        }
        guard slots.contains(where: waits) else { return slots }
        return slots.filter(waits) + slots.filter { !waits($0) }
    }

    /// Cancels everything, and takes no more triggers; the store cancels the tasks.
    mutating func close(_ deferred: inout EffectDeferredCommands) {
        isClosed = true
        for slot in waitingFirst(root.allActiveSlots) {
            let commands = slot.machine.cancel()
            follow(commands, slot, by: nil, isSilent: true, &deferred)
            deadlines.set(slot, at: nil)
        }
        deferred.release(root.detachAll() + cancelled)
        cancelled = []
        timer = nil
        spans = EffectHeap(ofSpans: true)
    }

    // MARK: Commands

    private mutating func follow(
        _ commands: EffectMachine<EffectRun>.Commands,
        _ slot: EffectSlot,
        by source: @autoclosure () -> ActionSource?,
        isSilent: Bool = false,
        _ deferred: inout EffectDeferredCommands
    ) {
        // A trigger knows whether somebody observes the store, which takes no lock.
        if commands.cancels ? output.isObserved : commands.dropped?.isObserved == true {
            note(commands, slot, by: source(), &deferred)
        }
        if commands.cancels {
            slot.currentEpoch.begin(slot.machine.epoch)
            let runs = slot.takeLive()
            let isLimited = slot.rule.options.stateLimit != nil
            if isLimited { leave(runs, slot, &deferred) }
            if !isSilent, slot.hasFinalActions {
                deferred.end(runs.filter { $0.rule.hasFinalAction && !$0.isFinalActionTaken })
            }
            // Most rules have no limiter, so their runs are not looked at one by one.
            cancelElsewhere(isLimited ? runs.filter { !$0.waitsForRoom } : runs, of: slot.rule, &deferred)
        }
        if let run = commands.start { start(run, slot, &deferred) }
        deferred.drop(commands)
    }

    /// Notes why runs end and triggers start none, for observers; called while the runs are still
    /// live.
    private func note(
        _ commands: EffectMachine<EffectRun>.Commands,
        _ slot: EffectSlot,
        by canceller: ActionSource?,
        _ deferred: inout EffectDeferredCommands
    ) {
        func note(_ run: EffectRun, _ reason: EffectDropReason) {
            guard let source = run.triggerSource else { return }
            deferred.note(
                StoreNotice(
                    reason.kind,
                    because: isClosed ? "end" : reason.text,
                    from: source,
                    cause: reason.kind == .ignored ? nil : canceller?.number,
                    task: reason == .first ? slot.live.first?.number : nil
                )
            )
        }
        if let run = commands.dropped { note(run, commands.reason) }
        for (run, reason) in commands.othersDropped { note(run, reason) }
        guard commands.cancels else { return }
        for run in slot.live {
            if run.waitsForRoom { note(run, .cancelled) } else { run.noteCancellation(by: canceller) }
        }
    }

    private func start(_ run: EffectRun, _ slot: EffectSlot, _ deferred: inout EffectDeferredCommands) {
        run.epoch = slot.machine.epoch
        slot.insert(run)
        if run.rule.hasFinalAction { slot.hasFinalActions = true }
        guard let limit = slot.rule.options.stateLimit else { return deferred.start(run) }
        let limiter = slot.node.limiters[slot.rule.group] ?? EffectLimiter(limit)
        slot.node.limiters[slot.rule.group] = limiter
        if limiter.enter(run) { deferred.start(run) } else { run.waitsForRoom = true }
    }

    /// Starts the next key of the state where only so many run at once.
    private func makeRoom(in slot: EffectSlot, _ deferred: inout EffectDeferredCommands) {
        guard let limiter = slot.node.limiters[slot.rule.group], slot.rule.options.stateLimit != nil else { return }
        guard let next = limiter.leave() else { return }
        next.waitsForRoom = false
        deferred.start(next)
    }

    /// Removes cancelled runs from the limiter: those that wait never began, and those that have
    /// returned are over.
    private func leave(_ runs: [EffectRun], _ slot: EffectSlot, _ deferred: inout EffectDeferredCommands) {
        for run in runs {
            if run.waitsForRoom {
                slot.node.limiters[slot.rule.group]?.removeWaiting(run)
                run.isFinalActionTaken = true
                _ = slot.machine.bodyReturned(of: run.epoch)
                deferred.drop(run)
            } else if run.hasReturned {
                makeRoom(in: slot, &deferred)
            }
        }
    }

    /// Updates the indexes that a slot is found in, and removes one that is no longer needed.
    private mutating func updateIndexes(
        of slot: EffectSlot,
        _ now: Duration,
        _ deferred: inout EffectDeferredCommands
    ) {
        deadlines.set(slot, at: slot.machine.deadline)
        let isIdle = slot.machine.isIdle
        slot.node.setActive(slot, !isIdle && !isClosed)
        guard !slot.isPlain else { return }
        let span = isIdle ? slot.machine.spanEnd.flatMap { $0 > now ? $0 : nil } : nil
        spans.set(slot, at: isClosed ? nil : span)
        if isIdle, span == nil, !isClosed { detach(slot, &deferred) }
    }

    private func detach(_ slot: EffectSlot, _ deferred: inout EffectDeferredCommands) {
        slot.node.detach(slot)
        // The slot may have the last reference to a key of the user's.
        deferred.release([slot])
    }

    // MARK: Elsewhere

    /// Keeps tasks to be cancelled where no action is processed.
    private mutating func cancelElsewhere(
        _ tasks: [StoreTask],
        of rule: EffectRule,
        _ deferred: inout EffectDeferredCommands
    ) {
        guard !isClosed, !tasks.isEmpty else { return deferred.release(tasks) }
        if cancelled.isEmpty { cancelled = tasks } else { cancelled += tasks }
        guard !isCancelling else { return }
        isCancelling = true
        deferred.cancelled = rule
    }

    /// Returns the tasks to cancel now; none if all is done.
    mutating func takeCancelled() -> [StoreTask] {
        defer { cancelled = [] }
        isCancelling = !cancelled.isEmpty
        return cancelled
    }

    // MARK: The timer

    /// Starts a timer for the first deadline, unless there is one that wakes up in time.
    mutating func setTimer(_ deferred: inout EffectDeferredCommands, _ make: (EffectRule, Duration) -> EffectTimer) {
        let next = isClosed ? nil : deadlines.firstDeadline
        if let timer, let next, timer.deadline <= next {
            guard let alarm = timer.alarm, timer.deadline < next else { return }
            timer.deadline = next
            return deferred.postponed = (alarm, next)
        }
        if let timer = timer.take() { cancelElsewhere([timer], of: timer.rule, &deferred) }
        guard let next, let slot = deadlines.first else { return }
        timer = make(slot.rule, next)
        deferred.timer = timer
    }

    /// Returns the next deadline for a timer; nil if the timer is no longer needed.
    mutating func deadline(of timer: EffectTimer) -> Duration? {
        guard self.timer === timer else { return nil }
        guard let next = deadlines.firstDeadline else {
            self.timer = nil
            return nil
        }
        timer.deadline = next
        return next
    }

    /// The rule of the slot that is due next.
    var nextRule: EffectRule? { deadlines.first?.rule }

    /// Returns the trigger that a timer sleeps for.
    func nextRun(of timer: EffectTimer) -> EffectRun? {
        guard self.timer === timer, let slot = deadlines.first else { return nil }
        return slot.machine.debounced ?? slot.machine.throttled
    }

    // MARK: Slots

    /// Returns the slot of a whole rule.
    func plainSlot(of rule: EffectRule) -> EffectSlot {
        root.plainSlot(of: rule.group) ?? EffectSlot(rule, nil, in: root)
    }
}

@available(*, unavailable)
extension EffectEngineState: Sendable {}

extension EffectSlot {
    /// Returns true for a trigger that comes of an action of a run of this slot that is not over.
    fileprivate func isAnswer(_ run: EffectRun) -> Bool {
        !run.ancestors.isEmpty && live.contains { run.ancestors.contains($0.number) }
    }
}
