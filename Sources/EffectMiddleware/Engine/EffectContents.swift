// SPDX-License-Identifier: MIT

import RexCore

/// What runs and waits of one middleware in one store; it decides, and does nothing itself.
struct EffectContents {
    private(set) var isClosed = false
    private(set) var slots = EffectSlots()
    /// The places of elements at which something goes on.
    private(set) var elementPlaces: Set<EffectPlace> = []
    /// Slots with runs that have ended, and of which something may wait.
    private var withEnded: [EffectSlot] = []
    /// Whether they are to be looked at as soon as nothing waits in the store.
    private var isToForgetEnded = false
    /// Of each throttled rule the places whose spans were begun, in that order.
    private var spans: [Int: EffectSpans] = [:]

    // MARK: Triggers

    /// Lets a trigger begin its way.
    mutating func receive(
        _ run: EffectRun,
        now: Duration,
        _ after: inout EffectAftermath
    ) {
        guard !isClosed else { return after.drop(run) }
        let place = run.place
        let slot = slots.slot(at: place, of: run.rule)
        run.slot = slot
        if !place.isPlain, !place.elements.isEmpty { elementPlaces.insert(place) }
        guard let duration = slot.rule.plan.debounce else { return throttle(run, slot, now, &after) }
        if slot.rule.plan.mode == .latest { cancelRuns(of: slot, &after) }
        if let old = slot.debounced { after.drop(old.run) }
        slot.debounced = (run, now + duration)
        if slot.debounceTimer == nil { slot.debounceTimer = timer(for: run, slot, &after) }
    }

    private mutating func throttle(
        _ run: EffectRun,
        _ slot: EffectSlot,
        _ now: Duration,
        _ after: inout EffectAftermath
    ) {
        guard let throttle = slot.rule.plan.throttle else {
            decide(run, slot, &after)
            return
        }
        forgetSpans(of: slot.rule, endedBy: now, except: slot)
        if let end = slot.spanEnd, now < end {
            guard throttle.keepsLatest else { return after.drop(run) }
            if let old = slot.throttled { after.drop(old) }
            slot.throttled = run
            if slot.throttleTimer == nil { slot.throttleTimer = timer(for: run, slot, &after) }
        } else if decide(run, slot, &after) {
            let end = now + throttle.span
            slot.spanEnd = end
            if !slot.place.isPlain {
                let own = spans[slot.rule.group] ?? EffectSpans()
                spans[slot.rule.group] = own
                own.append(slot.place, until: end)
            }
        }
    }

    /// Starts it, lets it wait, or ignores it; whether it was not ignored.
    @discardableResult
    private mutating func decide(
        _ run: EffectRun,
        _ slot: EffectSlot,
        _ after: inout EffectAftermath
    ) -> Bool {
        switch slot.rule.plan.mode {
        case .each: start(run, slot, &after)
        case .limited(let limit):
            if slot.runs < limit { start(run, slot, &after) } else { slot.waiting.append(run) }
        case .latest:
            cancelRuns(of: slot, &after)
            start(run, slot, &after)
        case .first:
            guard slot.live.all.isEmpty, slot.waiting.isEmpty else {
                after.drop(run)
                return false
            }
            if slot.runs == 0 { start(run, slot, &after) } else { slot.waiting.append(run) }
        case .keepingLatest:
            guard slot.runs > 0 else {
                start(run, slot, &after)
                break
            }
            if let old = slot.waiting.popFirst() { after.drop(old) }
            slot.waiting.append(run)
        }
        return true
    }

    private func start(_ run: EffectRun, _ slot: EffectSlot, _ after: inout EffectAftermath) {
        slot.live.insert(run)
        after.start(run)
    }

    private func timer(for run: EffectRun, _ slot: EffectSlot, _ after: inout EffectAftermath) -> EffectRun {
        let timer = run.makeTimer()
        timer.slot = slot
        after.start(timer)
        return timer
    }

    // MARK: Timers

    /// When the time of what a timer waits for has come; nil once it has nothing to wait for.
    mutating func deadline(
        ofTimer timer: EffectRun,
        now: Duration,
        _ after: inout EffectAftermath
    ) -> Duration? {
        guard let slot = timer.slot else { return nil }
        if slot.debounceTimer === timer, let (run, deadline) = slot.debounced {
            guard now >= deadline else { return deadline }
            slot.debounced = nil
            slot.debounceTimer = nil
            throttle(run, slot, now, &after)
        } else if slot.throttleTimer === timer, let run = slot.throttled, let end = slot.spanEnd {
            guard now >= end else { return end }
            slot.throttled = nil
            slot.throttleTimer = nil
            throttle(run, slot, now, &after)
        }
        return nil
    }

    // MARK: Ends

    /// Takes a run or a timer out whose task is about to end, and starts what has waited for it.
    mutating func end(_ run: EffectRun, now: Duration, _ after: inout EffectAftermath) {
        defer { run.phase = .ended }
        guard let slot = run.slot else { return }
        if slot.debounceTimer === run {
            slot.debounceTimer = nil
            if let (run, _) = slot.debounced.take() { after.drop(run) }
        } else if slot.throttleTimer === run {
            slot.throttleTimer = nil
            if let run = slot.throttled.take() { after.drop(run) }
        } else if !run.isTimer {
            if run.phase == .leaving {
                slot.leaving.remove(run)
            } else {
                slot.live.remove(run)
                if run.hasWaitingActions {
                    slot.append(ended: run)
                    if !slot.isWithEnded { withEnded.append(slot) }
                    slot.isWithEnded = true
                }
            }
            startWaiting(of: slot, &after)
        }
        forgetIfIdle(slot, now: now)
    }

    private func startWaiting(of slot: EffectSlot, _ after: inout EffectAftermath) {
        guard !slot.waiting.isEmpty else { return }
        let limit = if case .limited(let limit) = slot.rule.plan.mode { limit } else { 1 }
        if slot.runs < limit, let run = slot.waiting.popFirst() { start(run, slot, &after) }
    }

    // MARK: Cancelling

    /// Cancels what runs, and drops what waits, of all that a cancellation concerns.
    mutating func cancel(_ cancellation: EffectCancellation, now: Duration, _ after: inout EffectAftermath) {
        for slot in slots.all where cancellation.concerns(slot.rule, slot.place) {
            cancel(slot, now: now, &after)
        }
    }

    mutating func cancel(at place: EffectPlace, now: Duration, _ after: inout EffectAftermath) {
        if let slot = slots[place] { cancel(slot, now: now, &after) }
    }

    /// Cancels everything, and takes no more.
    mutating func close(_ after: inout EffectAftermath) {
        isClosed = true
        for slot in slots.all { cancel(slot, now: .zero, &after) }
        spans = [:]
    }

    private mutating func cancel(_ slot: EffectSlot, now: Duration, _ after: inout EffectAftermath) {
        var waiting = slot.takeWaiting()
        while let run = waiting.popFirst() { after.drop(run) }
        if let (run, _) = slot.debounced.take() { after.drop(run) }
        if let run = slot.throttled.take() { after.drop(run) }
        for timer in [slot.debounceTimer.take(), slot.throttleTimer.take()] {
            if let timer { after.cancel(timer) }
        }
        cancelRuns(of: slot, &after)
        forgetIfIdle(slot, now: now)
    }

    private func cancelRuns(of slot: EffectSlot, _ after: inout EffectAftermath) {
        // Most often there are none, each time that a debounced trigger is superseded.
        if slot.live.all.isEmpty, slot.ended.isEmpty { return }
        for run in slot.takeEnded() { after.cancel(run) }
        for run in slot.live.all {
            run.phase = .leaving
            after.cancel(run)
        }
        slot.leaving.insertAll(of: &slot.live)
    }

    // MARK: Slots

    /// Forgets the runs that have ended and of which nothing waits any more, and slots that kept nothing else.
    mutating func forgetEnded(now: Duration) {
        isToForgetEnded = false
        var remaining: [EffectSlot] = []
        swap(&remaining, &withEnded)
        remaining.removeAll { slot in
            slot.forgetEnded()
            slot.isWithEnded = !slot.ended.isEmpty
            if !slot.isWithEnded { forgetIfIdle(slot, now: now) }
            return !slot.isWithEnded
        }
        // A few are room to keep.
        withEnded = remaining.isEmpty && remaining.capacity > 64 ? [] : remaining
    }

    /// Whether ``forgetEnded(now:)`` has something to do that nobody has promised to do.
    mutating func shouldForgetEnded() -> Bool {
        guard !withEnded.isEmpty, !isToForgetEnded else { return false }
        isToForgetEnded = true
        return true
    }

    private mutating func forgetIfIdle(_ slot: EffectSlot, now: Duration) {
        guard !slot.place.isPlain, slot.isIdle, isClosed || slot.spanEnd.map({ $0 <= now }) ?? true else { return }
        if slots.remove(slot), !slot.place.elements.isEmpty { elementPlaces.remove(slot.place) }
    }

    /// Forgets the places of the rule at which nothing but a span was left, and that has ended.
    private mutating func forgetSpans(of rule: EffectRule, endedBy now: Duration, except current: EffectSlot) {
        guard let spans = spans[rule.group] else { return }
        while let place = spans.removeFirst(endedBy: now) {
            if let slot = slots[place], slot !== current { forgetIfIdle(slot, now: now) }
        }
    }
}
