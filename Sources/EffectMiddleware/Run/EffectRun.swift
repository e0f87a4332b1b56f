// SPDX-License-Identifier: MIT

public import RexCore

/// One run of a rule, or a timer of one.
///
/// It is unchecked Sendable because of the slot and its variables. It is safe because only who has the lock of the engine
/// uses them.
@usableFromInline class EffectRun: @unchecked Sendable {
    @usableFromInline final let engine: EffectEngine
    /// Known before it starts, so that there is no moment at which the run could not be cancelled.
    @usableFromInline final let task: StoreTask
    final let rule: EffectRule
    final let slot: EffectSlot
    @usableFromInline final let isTimer: Bool
    final var phase = Phase.live
    /// Where it is among those of its slot.
    final var index = 0
    /// Attempts before this one are over.
    final var attempt = 0

    enum Phase {
        case live
        /// It was cancelled, and counts until its body has returned.
        case leaving
        case ended
    }

    @usableFromInline init(_ task: StoreTask, _ slot: EffectSlot, _ engine: EffectEngine, isTimer: Bool) {
        self.engine = engine
        self.task = task
        self.slot = slot
        self.isTimer = isTimer
        rule = slot.rule
    }

    /// The source of what it sends.
    @usableFromInline final var source: ActionSource { task.source ?? rule.call }

    @usableFromInline final func maySend(in attempt: Int) -> Bool { engine.maySend(self, in: attempt) }

    /// From now on nothing is sent that belongs to this attempt or one before.
    @usableFromInline final func end(attempt: Int) { engine.end(attempt: attempt, of: self) }
}

/// A run with the types of its rule, but not what it works for: an ``Effect`` may be kept for longer than its run.
///
/// It is unchecked Sendable because the class that it inherits from is; what it adds are constants.
@usableFromInline final class TypedEffectRun<Action, State>: EffectRun, @unchecked Sendable {
    @usableFromInline let output: AnyActionHandler<Action>
    @usableFromInline let getState: GetState<State>

    @inlinable init(
        _ task: StoreTask,
        _ slot: EffectSlot,
        _ engine: EffectEngine,
        _ isTimer: Bool,
        _ output: AnyActionHandler<Action>,
        _ getState: @escaping GetState<State>
    ) {
        self.output = output
        self.getState = getState
        super.init(task, slot, engine, isTimer: isTimer)
    }
}
