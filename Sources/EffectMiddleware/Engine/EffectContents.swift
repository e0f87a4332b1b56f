// SPDX-License-Identifier: MIT

import RexCore

/// What runs and waits of one middleware in one store; it decides, and does nothing itself.
///
/// Each event first lets happen what is due by its time, so that a late clock lets no newer trigger pass an older one.
struct EffectContents: ~Copyable {
    private(set) var isClosed = false
    let root = EffectNode()
    private var dues = EffectHeap(ofSpans: false)
    /// The slots of which nothing but a span is left.
    private var spans = EffectHeap(ofSpans: true)
    private(set) var timer: EffectTimer?
    /// What is to be cancelled elsewhere, and whether somebody is about to do that.
    private var cancelled: [StoreTask] = []
    private var isCancelling = false
    /// The store, for those who want to know what does not happen.
    private let output: AnyActionHandler<Never>

    init(observedBy output: AnyActionHandler<Never>) {
        self.output = output
    }

    // MARK: Events

    /// A trigger comes.
    mutating func receive(_ run: EffectRun, in slot: EffectSlot, now: Duration, _ after: inout EffectAftermath) {
        letPass(now, &after)
        guard !isClosed else { return after.drop(run) }
        slot.node.attach(slot)
        run.slot = slot
        let commands = slot.machine.trigger(run, now: now, isAnswer: { slot.isAnswer($0) })
        follow(commands, slot, by: run.triggerNumber, &after)
        settle(slot, now, &after)
    }

    /// Lets the time pass: what is due happens, and spans that are over are forgotten.
    mutating func letPass(_ now: Duration, _ after: inout EffectAftermath) {
        while let moment = dues.firstMoment, moment <= now, let slot = dues.first {
            if let commands = slot.machine.due(now: now, isAnswer: { slot.isAnswer($0) }) {
                follow(commands, slot, by: commands.due?.triggerNumber, &after)
            }
            settle(slot, now, &after)
        }
        while let moment = spans.firstMoment, moment <= now, let slot = spans.first {
            spans.set(slot, at: nil)
            detach(slot, &after)
        }
    }

    /// The body of a run has returned; nothing that it sends later is processed.
    mutating func bodyReturned(_ run: EffectRun, now: Duration, _ after: inout EffectAftermath) {
        letPass(now, &after)
        guard let slot = run.slot else { return }
        run.hasReturned = true
        run.seal()
        let isCancelled = run.epoch != slot.machine.epoch
        let commands = slot.machine.bodyReturned(of: run.epoch)
        if isCancelled { makeRoom(in: slot, &after) }
        follow(commands, slot, by: nil, &after)
        settle(slot, now, &after)
    }

    /// Nothing of a run waits any more, whose body has returned: it is over, and nothing begins yet in its place.
    mutating func finished(_ run: EffectRun, now: Duration, _ after: inout EffectAftermath) {
        guard let slot = run.slot, run.epoch == slot.machine.epoch else { return }
        letPass(now, &after)
        // What was due may have cancelled it.
        guard run.epoch == slot.machine.epoch else { return }
        slot.remove(run)
        slot.machine.finished()
        run.isOver = true
        settle(slot, now, &after)
    }

    /// Lets begin what has waited for a run that is over.
    mutating func startNext(after run: EffectRun, now: Duration, _ after: inout EffectAftermath) {
        guard let slot = run.slot, run.isOver else { return }
        letPass(now, &after)
        makeRoom(in: slot, &after)
        let commands = slot.machine.startWaiting()
        follow(commands, slot, by: nil, &after)
        settle(slot, now, &after)
    }

    /// Cancels what runs, and drops what waits, in some slots.
    ///
    /// - `canceller`: the number of the action that does it; nil if there is none.
    /// - `isSilent`: whether the runs have no last word, since their element or the store is gone.
    mutating func cancel(
        _ slots: [EffectSlot],
        by canceller: Int?,
        now: Duration,
        isSilent: Bool = false,
        _ after: inout EffectAftermath
    ) {
        letPass(now, &after)
        // What was due may have cancelled a run of theirs.
        if isSilent { after.silence(slots) }
        for slot in waitingFirst(slots) {
            let commands = slot.machine.cancel()
            follow(commands, slot, by: canceller, isSilent: isSilent, &after)
            settle(slot, now, &after)
        }
    }

    /// Those that wait for room first, so that none of them gets that of another which is cancelled with it.
    private func waitingFirst(_ slots: [EffectSlot]) -> [EffectSlot] {
        func waits(_ slot: EffectSlot) -> Bool {
            slot.rule.plan.stateLimit != nil && slot.live.contains { $0.waitsForRoom }
        }
        guard slots.contains(where: waits) else { return slots }
        return slots.filter(waits) + slots.filter { !waits($0) }
    }

    /// Cancels everything, and takes no more; the store cancels the tasks.
    mutating func close(_ after: inout EffectAftermath) {
        isClosed = true
        for slot in waitingFirst(root.allActiveSlots) {
            let commands = slot.machine.cancel()
            follow(commands, slot, by: nil, isSilent: true, &after)
            dues.set(slot, at: nil)
        }
        after.release(root.detachAll() + cancelled)
        cancelled = []
        timer = nil
        spans = EffectHeap(ofSpans: true)
    }

    // MARK: Commands

    private mutating func follow(
        _ commands: EffectMachine<EffectRun>.Commands,
        _ slot: EffectSlot,
        by number: @autoclosure () -> Int?,
        isSilent: Bool = false,
        _ after: inout EffectAftermath
    ) {
        // A trigger knows whether somebody observes the store, which takes no lock.
        if commands.cancels ? output.isObserved : commands.dropped?.isObserved == true {
            note(commands, slot, by: number(), &after)
        }
        if commands.cancels {
            slot.pulse.begin(slot.machine.epoch)
            let runs = slot.takeLive()
            let isLimited = slot.rule.plan.stateLimit != nil
            if isLimited { leave(runs, slot, &after) }
            if !isSilent, slot.hasLastWords { after.end(runs.filter { $0.rule.hasLastWord && !$0.hasLastWord }) }
            // Not each of many runs is looked at here.
            cancelElsewhere(isLimited ? runs.filter { !$0.waitsForRoom } : runs, of: slot.rule, &after)
        }
        if let run = commands.start { start(run, slot, &after) }
        after.drop(commands)
    }

    /// Notes why runs end and triggers start none, for those who want to know; before it is so.
    private func note(
        _ commands: EffectMachine<EffectRun>.Commands,
        _ slot: EffectSlot,
        by number: Int?,
        _ after: inout EffectAftermath
    ) {
        func note(_ run: EffectRun, _ reason: EffectDropReason) {
            guard let source = run.triggerSource else { return }
            after.note(
                StoreNotice(
                    reason.kind,
                    because: isClosed ? "end" : reason.text,
                    from: source,
                    cause: reason.kind == .ignored ? nil : number,
                    task: reason == .first ? slot.live.first?.number : nil
                )
            )
        }
        if let run = commands.dropped { note(run, commands.reason) }
        for (run, reason) in commands.othersDropped { note(run, reason) }
        guard commands.cancels else { return }
        for run in slot.live {
            if run.waitsForRoom { note(run, .cancelled) } else { run.noteCancellation(by: number) }
        }
    }

    private func start(_ run: EffectRun, _ slot: EffectSlot, _ after: inout EffectAftermath) {
        run.epoch = slot.machine.epoch
        slot.insert(run)
        if run.rule.hasLastWord { slot.hasLastWords = true }
        guard let limit = slot.rule.plan.stateLimit else { return after.start(run) }
        let limiter = slot.node.limiters[slot.rule.group] ?? EffectLimiter(limit)
        slot.node.limiters[slot.rule.group] = limiter
        if limiter.enter(run) { after.start(run) } else { run.waitsForRoom = true }
    }

    /// Lets the next key in where only so many run at once.
    private func makeRoom(in slot: EffectSlot, _ after: inout EffectAftermath) {
        guard let limiter = slot.node.limiters[slot.rule.group], slot.rule.plan.stateLimit != nil else { return }
        guard let next = limiter.leave() else { return }
        next.waitsForRoom = false
        after.start(next)
    }

    /// Takes runs out that were cancelled: those that wait for room never began, and those that have returned are over.
    private func leave(_ runs: [EffectRun], _ slot: EffectSlot, _ after: inout EffectAftermath) {
        for run in runs {
            if run.waitsForRoom {
                slot.node.limiters[slot.rule.group]?.removeWaiting(run)
                run.hasLastWord = true
                _ = slot.machine.bodyReturned(of: run.epoch)
                after.drop(run)
            } else if run.hasReturned {
                makeRoom(in: slot, &after)
            }
        }
    }

    /// Keeps a slot where it is found as long as there is a reason to.
    private mutating func settle(_ slot: EffectSlot, _ now: Duration, _ after: inout EffectAftermath) {
        dues.set(slot, at: slot.machine.deadline)
        let isIdle = slot.machine.isIdle
        slot.node.setActive(slot, !isIdle && !isClosed)
        guard !slot.isPlain else { return }
        let span = isIdle ? slot.machine.spanEnd.flatMap { $0 > now ? $0 : nil } : nil
        spans.set(slot, at: isClosed ? nil : span)
        if isIdle, span == nil, !isClosed { detach(slot, &after) }
    }

    private func detach(_ slot: EffectSlot, _ after: inout EffectAftermath) {
        slot.node.detach(slot)
        // It may have the last reference to a key of the user's.
        after.release([slot])
    }

    // MARK: Elsewhere

    /// Notes tasks to be cancelled where no action is processed.
    private mutating func cancelElsewhere(
        _ tasks: [StoreTask],
        of rule: EffectRule,
        _ after: inout EffectAftermath
    ) {
        guard !isClosed, !tasks.isEmpty else { return after.release(tasks) }
        if cancelled.isEmpty { cancelled = tasks } else { cancelled += tasks }
        guard !isCancelling else { return }
        isCancelling = true
        after.cancelled = rule
    }

    /// What is to be cancelled now; none if all is done.
    mutating func takeCancelled() -> [StoreTask] {
        defer { cancelled = [] }
        isCancelling = !cancelled.isEmpty
        return cancelled
    }

    // MARK: The timer

    /// Lets one timer sleep until the first moment at which something is due.
    mutating func setTimer(_ after: inout EffectAftermath, _ make: (EffectRule, Duration) -> EffectTimer) {
        let next = isClosed ? nil : dues.firstMoment
        if let timer, let next, timer.deadline <= next { return }
        if let timer = timer.take() { cancelElsewhere([timer], of: timer.rule, &after) }
        guard let next, let slot = dues.first else { return }
        timer = make(slot.rule, next)
        after.timer = timer
    }

    /// When a timer is to wake up next; nil if it is no longer wanted.
    mutating func deadline(of timer: EffectTimer) -> Duration? {
        guard self.timer === timer else { return nil }
        guard let next = dues.firstMoment else {
            self.timer = nil
            return nil
        }
        timer.deadline = next
        return next
    }

    /// The rule of the slot that is due next.
    var nextRule: EffectRule? { dues.first?.rule }

    /// The trigger that a timer waits with.
    func nextRun(of timer: EffectTimer) -> EffectRun? {
        guard self.timer === timer, let slot = dues.first else { return nil }
        return slot.machine.debounced ?? slot.machine.throttled
    }

    // MARK: Slots

    /// The slot of a rule as a whole.
    func plainSlot(of rule: EffectRule) -> EffectSlot {
        root.plainSlot(of: rule.group) ?? EffectSlot(rule, nil, in: root)
    }
}

@available(*, unavailable)
extension EffectContents: Sendable {}

extension EffectSlot {
    /// Whether a trigger comes of what a run has sent that is not over.
    fileprivate func isAnswer(_ run: EffectRun) -> Bool {
        !run.ancestors.isEmpty && live.contains { run.ancestors.contains($0.number) }
    }
}
