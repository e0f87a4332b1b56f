// SPDX-License-Identifier: MIT

import RexCore

/// What runs and waits of one middleware in one store; it decides, and does nothing itself.
struct EffectContents {
    private var lastNumber = 0
    private(set) var isClosed = false
    var running: [Int: EffectRunning] = [:]
    private(set) var slots: [EffectPlace: EffectSlot] = [:]
    /// The places of elements at which something goes on.
    private(set) var elementPlaces: Set<EffectPlace> = []
    /// Of each throttled rule the places whose spans were begun, in that order.
    private var spans: [Int: EffectSpans] = [:]

    // MARK: Triggers

    /// Lets a trigger begin its way.
    mutating func receive(_ job: any EffectJob, now: Duration, _ after: inout EffectAftermath) {
        guard !isClosed else { return after.dropped.append(job) }
        let slot = slot(at: job.place, of: job.rule)
        guard let duration = job.rule.plan.debounce else { return throttle(job, slot, now, &after) }
        if job.rule.plan.mode == .latest { cancelRuns(of: slot, &after) }
        if let old = slot.debounced { after.dropped.append(old.job) }
        slot.debounced = (job, now + duration)
        if slot.debounceTimer == nil { slot.debounceTimer = begin(job, slot, isTimer: true, &after) }
    }

    private mutating func throttle(
        _ job: any EffectJob,
        _ slot: EffectSlot,
        _ now: Duration,
        _ after: inout EffectAftermath
    ) {
        guard let throttle = job.rule.plan.throttle else {
            decide(job, slot, &after)
            return
        }
        forgetSpans(of: job.rule, endedBy: now, except: slot)
        if let end = slot.spanEnd, now < end {
            guard throttle.keepsLatest else { return after.dropped.append(job) }
            if let old = slot.throttled { after.dropped.append(old) }
            slot.throttled = job
            if slot.throttleTimer == nil { slot.throttleTimer = begin(job, slot, isTimer: true, &after) }
        } else if decide(job, slot, &after) {
            let end = now + throttle.span
            slot.spanEnd = end
            spans[job.rule.group, default: EffectSpans()].append(slot.place, until: end)
        }
    }

    /// Starts it, lets it wait, or ignores it; whether it was not ignored.
    @discardableResult
    private mutating func decide(_ job: any EffectJob, _ slot: EffectSlot, _ after: inout EffectAftermath) -> Bool {
        switch job.rule.plan.mode {
        case .each: start(job, slot, &after)
        case .limited(let limit):
            if slot.runs < limit { start(job, slot, &after) } else { slot.waiting.append(job) }
        case .latest:
            cancelRuns(of: slot, &after)
            start(job, slot, &after)
        case .first:
            guard slot.live.isEmpty, slot.waiting.isEmpty else {
                after.dropped.append(job)
                return false
            }
            if slot.runs == 0 { start(job, slot, &after) } else { slot.waiting.append(job) }
        case .keepingLatest:
            guard slot.runs > 0 else {
                start(job, slot, &after)
                break
            }
            if let old = slot.waiting.popFirst() { after.dropped.append(old) }
            slot.waiting.append(job)
        }
        return true
    }

    private mutating func start(_ job: any EffectJob, _ slot: EffectSlot, _ after: inout EffectAftermath) {
        slot.live.insert(begin(job, slot, isTimer: false, &after))
    }

    private mutating func begin(
        _ job: any EffectJob,
        _ slot: EffectSlot,
        isTimer: Bool,
        _ after: inout EffectAftermath
    ) -> Int {
        lastNumber += 1
        running[lastNumber] = EffectRunning(slot: slot)
        after.starts.append((lastNumber, job, isTimer))
        return lastNumber
    }

    // MARK: Timers

    /// When the time of what a timer waits for has come; nil once it has nothing to wait for.
    mutating func deadline(ofTimer number: Int, now: Duration, _ after: inout EffectAftermath) -> Duration? {
        guard let slot = running[number]?.slot else { return nil }
        if slot.debounceTimer == number, let (job, deadline) = slot.debounced {
            guard now >= deadline else { return deadline }
            slot.debounced = nil
            slot.debounceTimer = nil
            throttle(job, slot, now, &after)
        } else if slot.throttleTimer == number, let job = slot.throttled, let end = slot.spanEnd {
            guard now >= end else { return end }
            slot.throttled = nil
            slot.throttleTimer = nil
            throttle(job, slot, now, &after)
        }
        return nil
    }

    // MARK: Ends

    /// Takes a run or a timer out whose task is about to end, and starts what has waited for it.
    mutating func end(_ number: Int, now: Duration, _ after: inout EffectAftermath) {
        guard let running = running.removeValue(forKey: number) else { return }
        let slot = running.slot
        if slot.debounceTimer == number {
            slot.debounceTimer = nil
            if let (job, _) = slot.debounced.take() { after.dropped.append(job) }
        } else if slot.throttleTimer == number {
            slot.throttleTimer = nil
            if let job = slot.throttled.take() { after.dropped.append(job) }
        } else if slot.live.remove(number) != nil {
            startWaiting(of: slot, &after)
        } else if running.isLeaving {
            slot.leaving -= 1
            startWaiting(of: slot, &after)
        }
        forgetIfIdle(slot, now: now)
    }

    private mutating func startWaiting(of slot: EffectSlot, _ after: inout EffectAftermath) {
        let limit = if case .limited(let limit) = slot.rule.plan.mode { limit } else { 1 }
        while slot.runs < limit, let job = slot.waiting.popFirst() { start(job, slot, &after) }
    }

    // MARK: Cancelling

    /// Cancels what runs, and drops what waits, of all that a cancellation concerns.
    mutating func cancel(_ cancellation: EffectCancellation, now: Duration, _ after: inout EffectAftermath) {
        for slot in Array(slots.values) where cancellation.concerns(slot.rule, slot.place) {
            cancel(slot, now: now, &after)
        }
    }

    mutating func cancel(at place: EffectPlace, now: Duration, _ after: inout EffectAftermath) {
        if let slot = slots[place] { cancel(slot, now: now, &after) }
    }

    /// Cancels everything, and takes no more.
    mutating func close(_ after: inout EffectAftermath) {
        isClosed = true
        for slot in Array(slots.values) { cancel(slot, now: .zero, &after) }
        spans = [:]
    }

    private mutating func cancel(_ slot: EffectSlot, now: Duration, _ after: inout EffectAftermath) {
        var waiting = slot.takeWaiting()
        while let job = waiting.popFirst() { after.dropped.append(job) }
        if let (job, _) = slot.debounced.take() { after.dropped.append(job) }
        if let job = slot.throttled.take() { after.dropped.append(job) }
        for timer in [slot.debounceTimer.take(), slot.throttleTimer.take()] {
            if let timer { cancel(timer, &after) }
        }
        cancelRuns(of: slot, &after)
        forgetIfIdle(slot, now: now)
    }

    private mutating func cancelRuns(of slot: EffectSlot, _ after: inout EffectAftermath) {
        guard !slot.live.isEmpty else { return }
        for number in slot.live {
            running[number]?.isLeaving = true
            cancel(number, &after)
        }
        slot.leaving += slot.live.count
        slot.live = []
    }

    private mutating func cancel(_ number: Int, _ after: inout EffectAftermath) {
        guard let index = running.index(forKey: number) else { return }
        running.values[index].isCancelled = true
        if let task = running.values[index].task { after.cancelled.append((number, task)) }
        if let waiter = running.values[index].waiter.take() { after.waiters.append(waiter) }
    }

    // MARK: Slots

    private mutating func slot(at place: EffectPlace, of rule: EffectRule) -> EffectSlot {
        if let slot = slots[place] { return slot }
        let slot = EffectSlot(place, rule)
        slots[place] = slot
        if !place.elements.isEmpty { elementPlaces.insert(place) }
        return slot
    }

    private mutating func forgetIfIdle(_ slot: EffectSlot, now: Duration) {
        guard slot.isIdle, isClosed || slot.spanEnd.map({ $0 <= now }) ?? true else { return }
        // A slot that was forgotten before may have been followed by another one at its place.
        guard slots[slot.place] === slot else { return }
        slots[slot.place] = nil
        if !slot.place.elements.isEmpty { elementPlaces.remove(slot.place) }
    }

    /// Forgets the places of the rule at which nothing but a span was left, and that has ended.
    private mutating func forgetSpans(of rule: EffectRule, endedBy now: Duration, except current: EffectSlot) {
        guard let spans = spans[rule.group] else { return }
        while let place = spans.removeFirst(endedBy: now) {
            if let slot = slots[place], slot !== current { forgetIfIdle(slot, now: now) }
        }
    }
}
