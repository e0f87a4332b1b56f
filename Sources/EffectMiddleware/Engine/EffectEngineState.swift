// SPDX-License-Identifier: MIT

import RexCore

/// The state machine of an engine: the runs and triggers of one middleware in one store.
///
/// It only decides, and collects commands until ``takeCommands()``. Each event first advances to
/// its time. So a newer trigger never overtakes an older one, even if the clock is late.
struct EffectEngineState: ~Copyable {
    private(set) var isClosed = false
    let root = EffectNode()
    private var deadlines = EffectHeap(ofSpans: false)
    /// Slots that are kept only until the end of a throttle interval.
    private var spans = EffectHeap(ofSpans: true)
    private(set) var timer: EffectTimer?
    /// Tasks to be cancelled off the processing thread.
    ///
    /// `isCancelling` is true while a task for that is scheduled.
    private var cancelled: [StoreTask] = []
    private var isCancelling = false
    /// Whether the store may have observers of dropped triggers or cancelled runs.
    var isObserved = true
    /// What the engine has to do after it has released its lock.
    private var deferred = EffectDeferredCommands()

    /// Returns the commands of the events since the last call.
    mutating func takeCommands() -> EffectDeferredCommands {
        var commands = EffectDeferredCommands()
        swap(&commands, &deferred)
        return commands
    }

    // MARK: Events

    /// Handles a trigger.
    mutating func receive(
        _ run: EffectRun,
        in slot: EffectSlot,
        now: Duration
    ) {
        advance(to: now)
        guard !isClosed else { return deferred.drop(run) }
        slot.node.attach(slot)
        run.slot = slot
        let commands = slot.machine.trigger(run, now: now, isOwnAnswer: slot.isOwnAnswer(run))
        follow(commands, slot, by: run.trigger)
        updateIndexes(of: slot, now)
    }

    /// Advances to a time: decides on due triggers, and removes ended throttle intervals.
    mutating func advance(to now: Duration) {
        while let deadline = deadlines.firstDeadline, deadline <= now, let slot = deadlines.first {
            if let run = slot.machine.popDue(now: now) {
                let commands = slot.machine.due(run, now: now, isOwnAnswer: slot.isOwnAnswer(run))
                follow(commands, slot, by: run.trigger)
            }
            updateIndexes(of: slot, now)
        }
        while let deadline = spans.firstDeadline, deadline <= now, let slot = spans.first {
            spans.set(slot, at: nil)
            detach(slot)
        }
    }

    /// Handles the return of a body.
    ///
    /// Actions that the run sends later are not processed.
    mutating func bodyReturned(_ run: EffectRun, now: Duration) {
        advance(to: now)
        guard let slot = run.slot else { return }
        run.hasReturned = true
        let isCancelled = run.epoch != slot.machine.epoch
        let commands = slot.machine.bodyReturned(of: run.epoch)
        // A run that was not cancelled ends later, when its last action has been reduced.
        guard isCancelled else { return }
        startNextLimited(in: slot)
        follow(commands, slot, by: nil)
        updateIndexes(of: slot, now)
    }

    /// Handles the end of a run, when its last action was reduced.
    ///
    /// The next run is not started yet.
    mutating func finished(_ run: EffectRun, now: Duration) {
        guard let slot = run.slot, run.epoch == slot.machine.epoch else { return }
        advance(to: now)
        // A due trigger may have cancelled the run.
        guard run.epoch == slot.machine.epoch else { return }
        slot.remove(run)
        slot.machine.finished()
        run.mayHaveSuccessor = slot.machine.waitingRuns > 0 || slot.rule.options.stateLimit != nil
        updateIndexes(of: slot, now)
    }

    /// Starts the trigger that waits for an ended run.
    mutating func startNext(after run: EffectRun, now: Duration) {
        guard let slot = run.slot, run.mayHaveSuccessor else { return }
        advance(to: now)
        startNextLimited(in: slot)
        let commands = slot.machine.startWaiting()
        follow(commands, slot, by: nil)
        updateIndexes(of: slot, now)
    }

    /// Cancels the runs and drops the triggers of some slots.
    ///
    /// - Parameters:
    ///   - slots: The slots.
    ///   - canceller: The source of the cancelling action, or nil.
    ///   - now: The current time.
    ///   - isSilent: Whether to suppress final actions, since the element was removed or the store
    ///     has ended.
    mutating func cancel(
        _ slots: [EffectSlot],
        by canceller: ActionSource?,
        now: Duration,
        isSilent: Bool = false
    ) {
        advance(to: now)
        // A due trigger may have cancelled a run of these slots.
        if isSilent { deferred.removeFinalActions(of: slots) }
        for slot in waitingFirst(slots) {
            let commands = slot.machine.cancel()
            follow(commands, slot, by: canceller, isSilent: isSilent)
            updateIndexes(of: slot, now)
        }
    }

    /// Returns the slots, starting with those that wait for a limiter.
    ///
    /// They must not start when another slot is cancelled in the same call.
    private func waitingFirst(_ slots: [EffectSlot]) -> [EffectSlot] {
        func waits(_ slot: EffectSlot) -> Bool {
            slot.rule.options.stateLimit != nil && slot.live.contains { $0.waitsForLimiter }
        }
        guard slots.contains(where: waits) else { return slots }
        return slots.filter(waits) + slots.filter { !waits($0) }
    }

    /// Cancels everything and accepts no more triggers.
    ///
    /// The store cancels the tasks.
    mutating func close() {
        isClosed = true
        for slot in waitingFirst(root.allActiveSlots) {
            let commands = slot.machine.cancel()
            follow(commands, slot, by: nil, isSilent: true)
            deadlines.set(slot, at: nil)
        }
        deferred.release(root.detachAll() + cancelled)
        cancelled = []
        timer = nil
        spans = EffectHeap(ofSpans: true)
    }

    // MARK: Commands

    private mutating func follow(
        _ commands: consuming EffectMachine<EffectRun>.Commands,
        _ slot: EffectSlot,
        by source: @autoclosure () -> ActionSource?,
        isSilent: Bool = false
    ) {
        if isObserved, commands.cancels || commands.dropped.first != nil { report(commands, slot, by: source()) }
        if commands.cancels {
            slot.currentEpoch.begin(slot.machine.epoch)
            let runs = slot.takeLive()
            let isLimited = slot.rule.options.stateLimit != nil
            if isLimited { leaveLimiter(runs, slot) }
            if !isSilent, slot.hasFinalActions {
                deferred.end(runs.filter { $0.rule.hasFinalAction && !$0.isFinalActionTaken })
            }
            // Most rules have no limiter, so their runs need not be checked one by one.
            let running = isLimited ? runs.filter { !$0.waitsForLimiter } : runs
            cancelOffProcessingThread(running.map(\.task), of: slot.rule)
        }
        if let run = commands.start.take() { start(run, slot) }
        commands.dropped.forEach { deferred.drop($0.run) }
    }

    /// Adds reports about ended runs and dropped triggers.
    ///
    /// Called while the runs are still live. Not inlined, since ``follow(_:_:by:isSilent:)`` has many
    /// callers and most stores have no observers.
    @inline(never) private mutating func report(
        _ commands: borrowing EffectMachine<EffectRun>.Commands,
        _ slot: EffectSlot,
        by canceller: ActionSource?
    ) {
        func report(_ run: EffectRun, _ reason: EffectDropReason) {
            if reason == .cancelled { deferred.setRevocation(.cancelled(by: canceller?.number)) }
            let skipped = reason.skipped(by: canceller?.number, running: slot.live.first?.number)
            deferred.report(SkippedAction(because: isClosed ? .storeEnded : skipped, from: run.triggerSource))
        }
        commands.dropped.forEach { report($0.run, $0.reason) }
        guard commands.cancels else { return }
        for run in slot.live {
            if run.waitsForLimiter { report(run, .cancelled) } else { run.noteCancellation(by: canceller) }
        }
    }

    private mutating func start(_ run: EffectRun, _ slot: EffectSlot) {
        run.epoch = slot.machine.epoch
        run.begin()
        slot.insert(run)
        if run.rule.hasFinalAction { slot.hasFinalActions = true }
        guard let limit = slot.rule.options.stateLimit else { return deferred.start(run) }
        let limiter = slot.node.limiters[slot.rule.group] ?? EffectLimiter(limit)
        slot.node.limiters[slot.rule.group] = limiter
        if limiter.acquire(run) { deferred.start(run) } else { run.waitsForLimiter = true }
    }

    /// Starts the next waiting key of a limited rule of the state.
    private mutating func startNextLimited(in slot: EffectSlot) {
        guard slot.rule.options.stateLimit != nil, let limiter = slot.node.limiters[slot.rule.group] else { return }
        guard let next = limiter.release() else { return }
        next.waitsForLimiter = false
        deferred.start(next)
    }

    /// Removes cancelled runs from the limiter: waiting runs never started, and returned runs have
    /// ended.
    private mutating func leaveLimiter(_ runs: [EffectRun], _ slot: EffectSlot) {
        for run in runs {
            if run.waitsForLimiter {
                slot.node.limiters[slot.rule.group]?.removeWaiting(run)
                run.isFinalActionTaken = true
                _ = slot.machine.bodyReturned(of: run.epoch)
                deferred.drop(run)
            } else if run.hasReturned {
                startNextLimited(in: slot)
            }
        }
    }

    /// Updates the indexes that contain a slot, and removes a slot that is no longer needed.
    private mutating func updateIndexes(
        of slot: EffectSlot,
        _ now: Duration
    ) {
        deadlines.set(slot, at: slot.machine.deadline)
        let isIdle = slot.machine.isIdle
        slot.node.setActive(slot, !isIdle && !isClosed)
        guard !slot.isPlain else { return }
        let span = isIdle ? slot.machine.spanEnd.flatMap { $0 > now ? $0 : nil } : nil
        spans.set(slot, at: isClosed ? nil : span)
        if isIdle, span == nil, !isClosed { detach(slot) }
    }

    private mutating func detach(_ slot: EffectSlot) {
        slot.node.detach(slot)
        // The slot may have the last reference to a user's key.
        deferred.release([slot])
    }

    // MARK: Off the processing thread

    /// Adds tasks to be cancelled off the processing thread.
    private mutating func cancelOffProcessingThread(
        _ tasks: [StoreTask],
        of rule: EffectRule
    ) {
        guard !isClosed, !tasks.isEmpty else { return deferred.release(tasks) }
        if cancelled.isEmpty { cancelled = tasks } else { cancelled += tasks }
        guard !isCancelling else { return }
        isCancelling = true
        deferred.cancelRuns(of: rule)
    }

    /// Returns the tasks to cancel now, or an empty array if all are done.
    mutating func takeCancelled() -> [StoreTask] {
        defer { cancelled = [] }
        isCancelling = !cancelled.isEmpty
        return cancelled
    }

    // MARK: The timer

    /// Starts a timer for the first deadline, unless a timer wakes up in time.
    mutating func setTimer(_ make: (EffectRule, Duration) -> EffectTimer) {
        let next = isClosed ? nil : deadlines.firstDeadline
        if let timer, let next, timer.deadline <= next {
            if timer.current != nil { timer.deadline = next }
            return
        }
        if let timer = timer.take() {
            timer.result = deferred.revocation ?? .returned
            cancelOffProcessingThread([timer.task], of: timer.rule)
        }
        guard let next, let slot = deadlines.first else { return }
        let timer = make(slot.rule, next)
        self.timer = timer
        deferred.start(timer)
    }

    /// Returns the next deadline of a timer, or nil if the timer isn't needed any more.
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
    /// Returns whether a trigger was caused by an action of a live run of this slot.
    fileprivate func isOwnAnswer(_ run: EffectRun) -> Bool {
        !run.ancestors.isEmpty && live.contains { run.ancestors.contains($0.number) }
    }
}
