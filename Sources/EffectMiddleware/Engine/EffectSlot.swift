// SPDX-License-Identifier: MIT

import RexCore

/// What goes on at one place; for who has the lock of the engine.
@usableFromInline final class EffectSlot {
    let place: EffectPlace
    let rule: EffectRule
    /// The runs that were not cancelled.
    var live = EffectRuns()
    /// The runs that were cancelled and whose bodies have not returned.
    var leaving = EffectRuns()
    /// Runs that have ended, of which something may wait to be processed: it can be cancelled as long as it does.
    private(set) var ended: [EffectRun] = []
    private var mostEnded = 16
    /// Whether the engine has noted that there are some.
    var isWithEnded = false
    /// What starts when a run has ended.
    var waiting = Queue<EffectRun>()
    /// The last trigger of a debounced rule, and when its time has come.
    var debounced: (run: EffectRun, deadline: Duration)?
    /// The last trigger of a throttled rule in this span.
    var throttled: EffectRun?
    /// The end of the span in which no other trigger gets further.
    var spanEnd: Duration?
    /// The timers of both.
    var debounceTimer: EffectRun?
    var throttleTimer: EffectRun?

    init(_ place: EffectPlace, _ rule: EffectRule) {
        self.place = place
        self.rule = rule
    }

    var runs: Int { live.all.count + leaving.all.count }

    /// Whether nothing runs or waits, so that only the span of a throttled rule can be worth keeping.
    var isIdle: Bool {
        runs == 0 && ended.isEmpty && waiting.isEmpty && debounced == nil && throttled == nil && debounceTimer == nil
            && throttleTimer == nil
    }

    func append(ended run: EffectRun) {
        ended.append(run)
        if ended.count > mostEnded { forgetEnded() }
    }

    /// Forgets ended runs of which nothing waits any more.
    func forgetEnded() {
        ended.removeAll { !$0.hasWaitingActions }
        mostEnded = max(16, 2 * ended.count)
    }

    func takeEnded() -> [EffectRun] {
        defer { ended = [] }
        return ended
    }

    func takeWaiting() -> Queue<EffectRun> {
        var taken = Queue<EffectRun>()
        swap(&taken, &waiting)
        return taken
    }
}

@available(*, unavailable)
extension EffectSlot: Sendable {}

/// Runs of a slot, in no order; each knows where it is.
struct EffectRuns {
    private(set) var all: [EffectRun] = []

    mutating func insert(_ run: EffectRun) {
        run.index = all.count
        all.append(run)
    }

    mutating func remove(_ run: EffectRun) {
        let last = all.removeLast()
        if last !== run {
            all[run.index] = last
            last.index = run.index
        }
        // A few are room to keep.
        if all.isEmpty, all.capacity > 64 { all = [] }
    }

    /// Takes over all of some others.
    mutating func insertAll(of others: inout EffectRuns) {
        if all.isEmpty { swap(&all, &others.all) }
        for run in others.all { insert(run) }
        others.all = []
    }
}

/// The slots of a middleware in one store.
struct EffectSlots {
    /// Those of rules without elements and keys, by number of the rule; they stay.
    private var plain: [EffectSlot?] = []
    private var others: [EffectPlace: EffectSlot] = [:]

    var all: [EffectSlot] { plain.compactMap(\.self) + others.values }

    subscript(place: EffectPlace) -> EffectSlot? {
        guard place.isPlain else { return others[place] }
        return plain.indices.contains(place.group) ? plain[place.group] : nil
    }

    /// The slot at this place, made if there is none yet.
    mutating func slot(at place: EffectPlace, of rule: EffectRule) -> EffectSlot {
        if let slot = self[place] { return slot }
        let slot = EffectSlot(place, rule)
        if place.isPlain {
            while plain.count <= place.group { plain.append(nil) }
            plain[place.group] = slot
        } else {
            others[place] = slot
        }
        return slot
    }

    /// Whether this slot was there, and is one to forget.
    mutating func remove(_ slot: EffectSlot) -> Bool {
        // A slot that was forgotten before may have been followed by another one at its place.
        guard !slot.place.isPlain, others[slot.place] === slot else { return false }
        others[slot.place] = nil
        return true
    }
}

/// What is to be done once the engine's lock is free.
///
/// Of each most often one, which needs no memory then.
struct EffectAftermath {
    private var cancelled: EffectRun?
    private var severalCancelled: [EffectRun] = []
    /// There is no other: a trigger is one run or timer, and an end makes room for one.
    private var started: EffectRun?
    /// To be released only.
    private var dropped: EffectRun?
    private var othersDropped: [EffectRun] = []

    mutating func cancel(_ run: EffectRun) {
        if cancelled == nil, severalCancelled.isEmpty {
            cancelled = run
        } else {
            if let first = cancelled.take() { severalCancelled.append(first) }
            severalCancelled.append(run)
        }
    }

    mutating func start(_ run: EffectRun) {
        precondition(
            started == nil,
            "Two runs were to start at once, of which one is of \(run.rule.text): a decision starts one."
        )
        started = run
    }

    mutating func drop(_ run: EffectRun) {
        if dropped == nil { dropped = run } else { othersDropped.append(run) }
    }

    /// First cancels, in the order in which the tasks were made, then starts.
    mutating func perform() {
        if let cancelled { cancelled.cancel() }
        if !severalCancelled.isEmpty { cancelSeveral() }
        if let started { started.start() }
    }

    private mutating func cancelSeveral() {
        severalCancelled.sort { $0.number < $1.number }
        for run in severalCancelled { run.cancel() }
    }
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
