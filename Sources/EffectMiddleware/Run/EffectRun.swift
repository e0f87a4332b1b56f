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
    @usableFromInline let isTimer: Bool
    var phase = Phase.live
    /// Where it is among those of its slot.
    var index = 0
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

    /// The source of what it sends.
    @usableFromInline var source: ActionSource { task.source ?? rule.call }

    @usableFromInline func maySend(in attempt: Int) -> Bool { engine.maySend(self, in: attempt) }

    /// From now on nothing is sent that belongs to this attempt or one before.
    @usableFromInline func end(attempt: Int) { engine.end(attempt: attempt, of: self) }

    @inlinable func end(in output: AnyActionHandler<some Any>) {
        if engine.end(self) { output.onIdle { self.engine.forgetEnded() } }
    }
}
