// SPDX-License-Identifier: MIT

import RexCore

/// The state machine of one slot: of one rule, or of the rules of one name, for one element and one
/// key.
///
/// It decides and does nothing: each event takes the time and returns commands.
struct EffectMachine<Run>: ~Copyable {
    /// The commands of an event, to be carried out in this order: cancel, start, drop.
    struct Commands {
        /// True to cancel all runs of the slot, except for the one to start.
        var cancels = false
        var start: Run?
        /// The trigger that was due, whether it starts or is dropped.
        fileprivate(set) var due: Run?
        /// The first trigger to drop; most often there is no other.
        private(set) var dropped: Run?
        private(set) var reason = EffectDropReason.cancelled
        private(set) var othersDropped: [(run: Run, reason: EffectDropReason)] = []

        mutating func drop(_ run: Run?, _ reason: EffectDropReason) {
            guard let run else { return }
            if dropped == nil { (dropped, self.reason) = (run, reason) } else { othersDropped.append((run, reason)) }
        }
    }

    private let mode: EffectOptions.Mode
    private let debounce: Duration?
    private let throttle: EffectOptions.Throttle?

    /// A run belongs to the epoch in which it was started, and is cancelled when there is another
    /// one.
    private(set) var epoch = 0
    /// The number of runs of this epoch that are not over.
    private(set) var running = 0
    /// The number of `running` whose bodies have returned, and of which an action waits.
    private(set) var returned = 0
    /// The number of cancelled runs whose bodies have not returned.
    private(set) var leaving = 0
    /// The triggers that start when there is room.
    private var waiting = Queue<Run>()
    /// The last trigger of a debounced rule, and its deadline.
    private(set) var debounced: Run?
    private var debounceEnd: Duration = .zero
    /// The last trigger of a throttled rule in this span.
    private(set) var throttled: Run?
    /// The end of the span in which no other trigger gets further.
    private(set) var spanEnd: Duration?

    init(_ options: EffectOptions) {
        (mode, debounce, throttle) = (options.mode, options.debounce, options.throttle)
    }

    /// The number of triggers that wait for room.
    var waitingRuns: Int { waiting.count }

    /// The time at which a trigger is due; nil if none waits for one.
    var deadline: Duration? {
        let debounceEnd = debounced == nil ? nil : debounceEnd
        guard throttled != nil, let spanEnd else { return debounceEnd }
        return debounceEnd.map { min(spanEnd, $0) } ?? spanEnd
    }

    /// True if nothing runs or waits, so that only a span can be worth keeping.
    var isIdle: Bool { running + leaving == 0 && waiting.isEmpty && debounced == nil && throttled == nil }

    // MARK: Events

    /// Takes a trigger; those that are due by now have been decided before.
    ///
    /// - Parameter isAnswer: Returns true for a trigger that comes of an action of a run of this
    ///   slot that is not over.
    mutating func trigger(_ run: Run, now: Duration, isAnswer: (Run) -> Bool) -> Commands {
        var commands = Commands()
        guard let debounce else {
            pass(run, now, isAnswer, &commands)
            return commands
        }
        if mode == .latest { cancelRuns(&commands) }
        commands.drop(debounced, .debounced)
        debounced = run
        debounceEnd = now + debounce
        return commands
    }

    /// Decides about the trigger that is due first; nil if none is.
    mutating func due(now: Duration, isAnswer: (Run) -> Bool) -> Commands? {
        guard let deadline, deadline <= now else { return nil }
        var commands = Commands()
        // The older trigger goes first where both are due.
        if let spanEnd, spanEnd == deadline, let run = throttled.take() {
            commands.due = run
            pass(run, now, isAnswer, &commands)
        } else if let run = debounced.take() {
            commands.due = run
            pass(run, now, isAnswer, &commands)
        }
        return commands
    }

    /// Takes the end of a body; a cancelled run is over with that.
    mutating func bodyReturned(of epoch: Int) -> Commands {
        guard epoch != self.epoch else {
            returned += 1
            return Commands()
        }
        leaving -= 1
        return startWaiting()
    }

    /// Takes the end of a run of this epoch: its body has returned, and its last action was
    /// reduced.
    mutating func finished() {
        running -= 1
        returned -= 1
    }

    /// Cancels all that runs and waits.
    mutating func cancel() -> Commands {
        var commands = Commands()
        while let run = waiting.popFirst() { commands.drop(run, .cancelled) }
        commands.drop(debounced.take(), .cancelled)
        commands.drop(throttled.take(), .cancelled)
        cancelRuns(&commands)
        return commands
    }

    // MARK: -

    private mutating func pass(_ run: Run, _ now: Duration, _ isAnswer: (Run) -> Bool, _ commands: inout Commands) {
        guard let throttle else { return _ = decide(run, isAnswer, &commands) }
        if let spanEnd, now < spanEnd {
            guard throttle.keepsLatest else { return commands.drop(run, .tooSoon) }
            commands.drop(throttled, .throttled)
            throttled = run
            return
        }
        // If the clock is late, this trigger is newer than the one that waits for the end of a span
        // that is over.
        commands.drop(throttled.take(), .throttled)
        if decide(run, isAnswer, &commands) {
            spanEnd = now + throttle.span
        }
    }

    /// Starts a trigger, lets it wait, or ignores it; returns false if it was ignored.
    private mutating func decide(_ run: Run, _ isAnswer: (Run) -> Bool, _ commands: inout Commands) -> Bool {
        switch mode {
        case .each: start(run, &commands)
        case .limited(let limit):
            if running + leaving < limit, waiting.isEmpty { start(run, &commands) } else { waiting.append(run) }
        case .latest:
            cancelRuns(&commands)
            start(run, &commands)
        case .first:
            // An answer of the run waits for it to return: it would start if that had been quicker.
            guard waiting.isEmpty, running == 0 || isAnswer(run) else {
                commands.drop(run, .first)
                return false
            }
            if running + leaving == 0 { start(run, &commands) } else { waiting.append(run) }
        case .keepingLatest:
            if running + leaving == 0, waiting.isEmpty {
                start(run, &commands)
            } else {
                // The first one is about to start where none runs any more.
                let next = running + leaving == 0 ? waiting.popFirst() : nil
                while let old = waiting.popFirst() { commands.drop(old, .keepingLatest) }
                if let next { waiting.append(next) }
                waiting.append(run)
            }
        }
        return true
    }

    private mutating func start(_ run: Run, _ commands: inout Commands) {
        running += 1
        commands.start = run
    }

    /// Starts the next trigger that waits, if there is room.
    mutating func startWaiting() -> Commands {
        var commands = Commands()
        let limit = if case .limited(let limit) = mode { limit } else { 1 }
        if running + leaving < limit, let run = waiting.popFirst() { start(run, &commands) }
        return commands
    }

    private mutating func cancelRuns(_ commands: inout Commands) {
        // Most often there are none, each time that a debounced trigger is superseded.
        guard running > 0 else { return }
        leaving += running - returned
        (running, returned) = (0, 0)
        epoch += 1
        commands.cancels = true
    }
}

@available(*, unavailable)
extension EffectMachine: Sendable {}
