// SPDX-License-Identifier: MIT

public import RexCore

/// One run of a rule, or a timer of one.
///
/// It is unchecked Sendable because of the slot and its variables. It is safe because only who has the lock of the engine
/// uses them.
@usableFromInline final class EffectRun: @unchecked Sendable {
    @usableFromInline let engine: EffectEngine
    /// Known before it starts, so that there is no moment at which the run could not be cancelled.
    @usableFromInline let task: StoreTask
    let rule: EffectRule
    let slot: EffectSlot
    let isTimer: Bool
    var phase = Phase.live
    /// Where it is among those of its slot.
    var index = 0
    /// The source of what it sends, once it has sent something.
    var sent: SourceOfTask?
    /// Attempts before this one are over.
    var attempt = 0

    enum Phase {
        case live
        /// It was cancelled, and counts until its body has returned.
        case leaving
        case ended
    }

    init(engine: EffectEngine, task: StoreTask, slot: EffectSlot, isTimer: Bool) {
        self.engine = engine
        self.task = task
        self.slot = slot
        self.isTimer = isTimer
        rule = slot.rule
    }

    var source: ActionSource { task.source ?? rule.call }

    func maySend(in attempt: Int) -> Bool { engine.maySend(self, in: attempt) }

    /// From now on nothing is sent that belongs to this attempt or one before.
    @usableFromInline func end(attempt: Int) { engine.end(attempt: attempt, of: self) }

    @usableFromInline func end(in output: AnyActionHandler<some Any>) {
        if engine.end(self) { output.onIdle { [engine] in engine.forgetEnded() } }
        task.end()
    }

    /// Whether something that it has sent still waits.
    var isAwaited: Bool { sent?.isInUse ?? false }
}
