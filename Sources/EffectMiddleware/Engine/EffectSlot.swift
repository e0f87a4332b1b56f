// SPDX-License-Identifier: MIT

import RexCore

/// What goes on at one place; for who has the lock of the engine.
final class EffectSlot {
    let place: EffectPlace
    let rule: EffectRule
    /// The runs that were not cancelled.
    var live: Set<Int> = []
    /// How many runs were cancelled whose bodies have not returned.
    var leaving = 0
    /// What starts when a run has ended.
    var waiting = Queue<any EffectJob>()
    /// The last trigger of a debounced rule, and when its time has come.
    var debounced: (job: any EffectJob, deadline: Duration)?
    /// The last trigger of a throttled rule in this span.
    var throttled: (any EffectJob)?
    /// The end of the span in which no other trigger gets further.
    var spanEnd: Duration?
    /// The timers of both.
    var debounceTimer: Int?
    var throttleTimer: Int?

    init(_ place: EffectPlace, _ rule: EffectRule) {
        self.place = place
        self.rule = rule
    }

    var runs: Int { live.count + leaving }

    /// Whether nothing runs or waits, so that only the span of a throttled rule can be worth keeping.
    var isIdle: Bool {
        runs == 0 && waiting.isEmpty && debounced == nil && throttled == nil && debounceTimer == nil
            && throttleTimer == nil
    }

    func takeWaiting() -> Queue<any EffectJob> {
        var taken = Queue<any EffectJob>()
        swap(&taken, &waiting)
        return taken
    }
}

/// A run, or a timer, whose task has not ended.
struct EffectRunning {
    let slot: EffectSlot
    /// Nil until it was started.
    var task: StoreTask?
    var isCancelled = false
    /// Whether it is a run that was cancelled, and counts until its body has returned.
    var isLeaving = false
    /// Attempts before this one are over.
    var attempt = 0
    /// Who waits until the task is known.
    var waiter: CheckedContinuation<Bool, Never>?
}

/// What is to be done once the engine's lock is free.
struct EffectAftermath {
    var cancelled: [(number: Int, task: StoreTask)] = []
    var waiters: [CheckedContinuation<Bool, Never>] = []
    var starts: [(number: Int, job: any EffectJob, isTimer: Bool)] = []
    /// To be released only.
    var dropped: [any EffectJob] = []
}

/// The spans of a throttled rule, the one that ends first in front.
final class EffectSpans {
    private var all = Queue<(place: EffectPlace, end: Duration)>()
    private var first: (place: EffectPlace, end: Duration)?

    func append(_ place: EffectPlace, until end: Duration) {
        if first == nil { first = (place, end) } else { all.append((place, end)) }
    }

    /// Takes out the place of a span that has ended, if there is one.
    func removeFirst(endedBy now: Duration) -> EffectPlace? {
        guard let (place, end) = first, end <= now else { return nil }
        first = all.popFirst()
        return place
    }
}
