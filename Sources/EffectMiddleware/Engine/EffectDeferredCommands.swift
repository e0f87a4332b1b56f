// SPDX-License-Identifier: MIT

import RexCore

/// The commands that the engine executes after it has released its lock.
struct EffectDeferredCommands {
    private var started = EffectShortList<EffectRun>()
    /// Cancelled runs that send their final actions.
    private var ended: [EffectRun] = []
    /// Runs and other objects to release.
    private var dropped = EffectShortList<EffectRun>()
    private var released: [AnyObject] = []
    /// Notices about dropped triggers and cancelled runs.
    ///
    /// Empty unless the store has observers of notices.
    private(set) var notices: [StoreNotice] = []
    /// The ending of a delay whose trigger was revoked.
    ///
    /// Nil without a revoked trigger, or if the store has no observers.
    var revocation: StoreTask.Ending?
    /// The rule whose runs a new task has to cancel.
    var cancelled: EffectRule?
    /// The timer to start.
    var timer: EffectTimer?
    /// The sleep of a timer, to be postponed to a later deadline.
    var postponed: (alarm: VirtualAlarm, deadline: Duration)?

    mutating func start(_ run: EffectRun) { started.append(run) }

    mutating func end(_ runs: [EffectRun]) { ended += runs }

    /// Removes the final actions of the runs of some slots.
    mutating func removeFinalActions(of slots: [EffectSlot]) {
        if !ended.isEmpty { ended.removeAll { run in slots.contains { $0 === run.slot } } }
    }

    mutating func drop(_ run: EffectRun) { dropped.append(run) }

    mutating func note(_ notice: StoreNotice) { notices.append(notice) }

    mutating func release(_ objects: [AnyObject]) { released += objects }

    /// Executes the commands: cancels first, then starts.
    func perform(in engine: EffectEngine) {
        for notice in notices { engine.note(notice) }
        for run in ended { run.sendFinalAction(.cancelled) }
        if let cancelled {
            engine.cancelOffProcessingThread(
                from: cancelled.call.derived(by: EffectCancellingDerivation(rule: cancelled))
            )
        }
        started.forEach { $0.start() }
        if let timer { engine.start(timer) }
        if let postponed { engine.postpone(postponed.alarm, to: postponed.deadline) }
    }
}

@available(*, unavailable)
extension EffectDeferredCommands: Sendable {}
