// SPDX-License-Identifier: MIT

import RexCore

/// What is to be done once the engine's lock is free.
///
/// Of each most often one, which needs no memory then.
struct EffectAftermath {
    private var started: EffectRun?
    private var othersStarted: [EffectRun] = []
    /// Runs that were cancelled, and have a last word.
    private var ended: [EffectRun] = []
    /// To be released only.
    private var dropped: EffectRun?
    private var othersDropped: [EffectRun] = []
    private var released: [AnyObject] = []
    /// What does not happen; there are some only if somebody observes that.
    private(set) var notices: [StoreNotice] = []
    /// A rule of which runs are to be cancelled elsewhere.
    var cancelled: EffectRule?
    /// To be started.
    var timer: EffectTimer?

    mutating func start(_ run: EffectRun) {
        if started == nil { started = run } else { othersStarted.append(run) }
    }

    mutating func end(_ runs: [EffectRun]) { ended += runs }

    /// Takes back the last words of the runs of some slots.
    mutating func silence(_ slots: [EffectSlot]) {
        if !ended.isEmpty { ended.removeAll { run in slots.contains { $0 === run.slot } } }
    }

    mutating func drop(_ run: EffectRun) {
        if dropped == nil { dropped = run } else { othersDropped.append(run) }
    }

    mutating func drop(_ commands: EffectMachine<EffectRun>.Commands) {
        if let run = commands.dropped { drop(run) }
        if !commands.othersDropped.isEmpty { othersDropped += commands.othersDropped.map(\.run) }
    }

    mutating func note(_ notice: StoreNotice) { notices.append(notice) }

    mutating func release(_ objects: [AnyObject]) { released += objects }

    /// First cancels, then starts.
    func perform(in engine: EffectEngine) {
        for notice in notices { engine.note(notice) }
        for run in ended { run.sayLastWord(.cancelled) }
        if let cancelled { engine.cancelElsewhere(from: cancelled.call.derived(by: EffectCancelling(rule: cancelled))) }
        started?.start()
        for run in othersStarted { run.start() }
        if let timer { engine.start(timer) }
    }
}

/// What cancels runs, for those who show what runs.
private struct EffectCancelling: ActionDerivation {
    let rule: EffectRule

    var step: ActionSource.Step {
        let call = rule.call
        return .here(
            kind: "effect",
            text: "Cancelling of \(rule.text)",
            file: call.file,
            function: call.function,
            line: call.line
        )
    }

    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}

@available(*, unavailable)
extension EffectAftermath: Sendable {}
