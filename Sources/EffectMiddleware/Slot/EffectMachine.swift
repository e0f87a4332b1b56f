// SPDX-License-Identifier: MIT

import RexCore

/// The state machine of one slot: for a rule, or the rules with the same name, for one element and
/// one key.
///
/// It only decides: each event gets the time and returns commands.
///
/// | mode | a trigger while nothing runs | a trigger while a run has not ended | the end of a run |
/// |---|---|---|---|
/// | `each` | starts | starts | |
/// | `limited` | starts | starts below the limit, otherwise waits | starts the next that waits |
/// | `latest` | starts | cancels the runs, and starts | |
/// | `first` | starts | is dropped; waits if the run has caused it | starts the one that waits |
/// | `keepingLatest` | starts | waits in place of the one that waits | starts the one that waits |
///
/// A cancelled run has ended when its body has returned. Until then, triggers wait also in the mode
/// `first`. A debounced rule holds each trigger back until it is due, and drops the one before. A
/// throttled rule drops a trigger within the interval, or keeps the latest until its end. Then the
/// mode decides.
///
/// A class, since accesses to a struct in a slot would be checked for exclusivity at run time.
final class EffectMachine<Run> {
    /// The commands of an event, to be executed in this order: cancel, start, drop.
    struct Commands: ~Copyable {
        /// Whether to cancel all runs of the slot, except the one to start.
        var cancels = false
        var start: Run?
        /// The triggers to drop.
        private(set) var dropped = EffectShortList<(run: Run, reason: EffectDropReason)>()

        mutating func drop(_ run: consuming Run?, _ reason: EffectDropReason) {
            if let run { dropped.append((run, reason)) }
        }
    }

    /// The rule with the policy, which all slots of the rule share.
    private let rule: EffectRule
    private var mode: EffectOptions.Mode { rule.options.mode }

    /// The current epoch.
    ///
    /// Runs of earlier epochs are cancelled.
    private(set) var epoch = 0
    /// The number of runs of this epoch that have not ended.
    private(set) var running = 0
    /// How many of the `running` runs have returned and still have an action in the queue.
    private(set) var returned = 0
    /// The number of cancelled runs whose bodies have not returned.
    private(set) var unwinding = 0
    /// The triggers that wait for a run to end.
    private var waiting = Queue<Run>()
    /// The last trigger of a debounced rule, and its deadline.
    private(set) var debounced: Run?
    private var debounceEnd: Duration = .zero
    /// The last trigger in the current throttle interval.
    private(set) var throttled: Run?
    /// The end of the current throttle interval.
    private(set) var spanEnd: Duration?

    init(_ rule: EffectRule) {
        self.rule = rule
    }

    /// The number of triggers that wait for a run to end.
    var waitingRuns: Int { waiting.count }

    /// The next deadline of a trigger, or nil.
    var deadline: Duration? {
        guard case .some = throttled, let spanEnd else {
            if case .some = debounced { return debounceEnd }
            return nil
        }
        if case .some = debounced { return min(spanEnd, debounceEnd) }
        return spanEnd
    }

    /// Whether nothing is running or waiting, so that the slot is only needed for a throttle
    /// interval.
    var isIdle: Bool {
        // The queue comes last, since a check for exclusive access costs more than the rest.
        guard running + unwinding == 0, case .none = debounced, case .none = throttled else { return false }
        return waiting.isEmpty
    }

    /// Whether the counts are possible, and triggers wait only where the rule lets them.
    private var isConsistent: Bool {
        let mayWait =
            switch mode {
            case .each, .latest: 0
            case .first: 1
            case .keepingLatest: 2
            case .limited: Int.max
            }
        return 0 <= returned && returned <= running && unwinding >= 0 && waiting.count <= mayWait
            && (debounced == nil || rule.options.debounce != nil)
            && (throttled == nil || rule.options.throttle?.keepsLatest == true)
    }

    // MARK: Events

    /// Handles a trigger.
    ///
    /// Triggers that are already due must have been handled before.
    ///
    /// - Parameter isOwnAnswer: Whether the trigger was caused by an action of a live run of this
    ///   slot.
    func trigger(_ run: Run, now: Duration, isOwnAnswer: Bool) -> Commands {
        defer { assert(isConsistent) }
        var commands = Commands()
        guard let debounce = rule.options.debounce else {
            throttle(run, now, isOwnAnswer, &commands)
            return commands
        }
        if mode == .latest { cancelRuns(&commands) }
        commands.drop(debounced.take(), .debounced)
        debounced = run
        debounceEnd = now + debounce
        return commands
    }

    /// Removes the trigger that is due first, for ``due(_:now:isOwnAnswer:)``.
    ///
    /// Returns nil if no trigger is due.
    func popDue(now: Duration) -> Run? {
        guard let deadline, deadline <= now else { return nil }
        // If both are due, the older trigger goes first.
        return spanEnd == deadline ? throttled.take() ?? debounced.take() : debounced.take()
    }

    /// Handles a trigger that was due.
    func due(_ run: Run, now: Duration, isOwnAnswer: Bool) -> Commands {
        defer { assert(isConsistent) }
        var commands = Commands()
        throttle(run, now, isOwnAnswer, &commands)
        return commands
    }

    /// Handles the return of a body.
    ///
    /// That ends a cancelled run.
    func bodyReturned(of epoch: Int) -> Commands {
        defer { assert(isConsistent) }
        guard epoch != self.epoch else {
            returned += 1
            return Commands()
        }
        unwinding -= 1
        return startWaiting()
    }

    /// Handles the end of a run of this epoch: its body has returned, and its last action was
    /// reduced.
    func finished() {
        defer { assert(isConsistent) }
        running -= 1
        returned -= 1
    }

    /// Cancels all runs and drops all waiting triggers.
    func cancel() -> Commands {
        defer { assert(isConsistent) }
        var commands = Commands()
        while let run = waiting.popFirst() { commands.drop(run, .cancelled) }
        commands.drop(debounced.take(), .cancelled)
        commands.drop(throttled.take(), .cancelled)
        cancelRuns(&commands)
        return commands
    }

    // MARK: -

    private func throttle(
        _ run: Run,
        _ now: Duration,
        _ isOwnAnswer: Bool,
        _ commands: inout Commands
    ) {
        guard let throttle = rule.options.throttle else { return _ = decide(run, isOwnAnswer, &commands) }
        if let spanEnd, now < spanEnd {
            guard throttle.keepsLatest else { return commands.drop(run, .tooSoon) }
            commands.drop(throttled.take(), .throttled)
            throttled = run
            return
        }
        // If the clock is late, this trigger is newer than the one that waits for the end of an
        // interval that has already ended.
        commands.drop(throttled.take(), .throttled)
        if decide(run, isOwnAnswer, &commands) {
            spanEnd = now + throttle.span
        }
    }

    /// Starts a trigger, lets it wait, or ignores it.
    ///
    /// Returns false if it was ignored.
    private func decide(_ run: Run, _ isOwnAnswer: Bool, _ commands: inout Commands) -> Bool {
        switch mode {
        case .each: start(run, &commands)
        case .limited(let limit):
            if running + unwinding < limit, waiting.isEmpty { start(run, &commands) } else { waiting.append(run) }
        case .latest:
            cancelRuns(&commands)
            start(run, &commands)
        case .first:
            // An answer of the run waits for its end: it would start if the run had ended earlier.
            guard waiting.isEmpty, running == 0 || isOwnAnswer else {
                commands.drop(run, .first)
                return false
            }
            if running + unwinding == 0 { start(run, &commands) } else { waiting.append(run) }
        case .keepingLatest:
            if running + unwinding == 0, waiting.isEmpty {
                start(run, &commands)
            } else {
                // If no run is in progress, the first waiting trigger is about to start.
                let next = running + unwinding == 0 ? waiting.popFirst() : nil
                while let old = waiting.popFirst() { commands.drop(old, .keepingLatest) }
                if let next { waiting.append(next) }
                waiting.append(run)
            }
        }
        return true
    }

    private func start(_ run: Run, _ commands: inout Commands) {
        running += 1
        commands.start = run
    }

    /// Starts the next waiting trigger if the limit allows it.
    func startWaiting() -> Commands {
        defer { assert(isConsistent) }
        var commands = Commands()
        let limit = if case .limited(let limit) = mode { limit } else { 1 }
        if running + unwinding < limit, let run = waiting.popFirst() { start(run, &commands) }
        return commands
    }

    private func cancelRuns(_ commands: inout Commands) {
        // There are usually none, each time that a debounced trigger is superseded.
        guard running > 0 else { return }
        unwinding += running - returned
        (running, returned) = (0, 0)
        epoch += 1
        commands.cancels = true
    }
}

@available(*, unavailable)
extension EffectMachine: Sendable {}
