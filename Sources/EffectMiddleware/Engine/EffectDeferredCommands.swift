// SPDX-License-Identifier: MIT

import RexCore

/// The commands that the engine executes after it has released its lock.
///
/// Not copyable, since a copy would retain every command.
struct EffectDeferredCommands: ~Copyable {
    /// The first run to start.
    private var started: EffectRun?
    /// The first run that was dropped, to be released.
    private var dropped: EffectRun?
    /// The commands that few events have.
    ///
    /// Nil without any, so that most events need not create and release them one by one.
    private var rest: Rest?

    private final class Rest {
        /// The runs to start after the first one.
        var started: [EffectRun] = []
        /// Cancelled runs that send their final actions.
        var ended: [EffectRun] = []
        var released: [AnyObject] = []
        /// The dropped triggers.
        ///
        /// Empty unless the store has observers.
        var skipped: [SkippedAction] = []
        var revocation: StoreTask.Ending?
        var cancelled: EffectRule?
        var timer: EffectTimer?
    }

    private mutating func addToRest(_ add: (Rest) -> Void) {
        let rest = rest ?? Rest()
        add(rest)
        self.rest = rest
    }

    mutating func start(_ run: EffectRun) {
        if case .none = started { started = run } else { addToRest { $0.started.append(run) } }
    }

    mutating func end(_ runs: [EffectRun]) {
        if !runs.isEmpty { addToRest { $0.ended += runs } }
    }

    /// Removes the final actions of the runs of some slots.
    mutating func removeFinalActions(of slots: [EffectSlot]) {
        rest?.ended.removeAll { run in slots.contains { $0 === run.slot } }
    }

    /// Releases a run that was not started.
    mutating func drop(_ run: EffectRun) {
        if case .none = dropped { dropped = run } else { addToRest { $0.released.append(run) } }
    }

    mutating func release(_ objects: [AnyObject]) {
        if !objects.isEmpty { addToRest { $0.released += objects } }
    }

    mutating func report(_ skipped: SkippedAction) { addToRest { $0.skipped.append(skipped) } }

    /// The ending of a delay whose trigger was revoked.
    ///
    /// Nil without a revoked trigger, or if the store has no observers.
    var revocation: StoreTask.Ending? { rest?.revocation }

    mutating func setRevocation(_ ending: StoreTask.Ending) { addToRest { $0.revocation = ending } }

    /// Starts a task that cancels the cancelled runs, which are runs of this rule.
    mutating func cancelRuns(of rule: EffectRule) { addToRest { $0.cancelled = rule } }

    mutating func start(_ timer: EffectTimer) { addToRest { $0.timer = timer } }

    /// Executes the commands: cancels first, then starts.
    func perform(in engine: EffectEngine) {
        guard let rest else { return _ = started?.start() }
        for skipped in rest.skipped { engine.reportSkipped(skipped) }
        for run in rest.ended { run.sendFinalAction(.cancelled) }
        if let cancelled = rest.cancelled {
            engine.cancelOffProcessingThread(
                from: cancelled.call.derived(by: EffectCancellingDerivation(rule: cancelled))
            )
        }
        started?.start()
        for run in rest.started { run.start() }
        if let timer = rest.timer { engine.start(timer) }
    }
}

@available(*, unavailable)
extension EffectDeferredCommands: Sendable {}
