// SPDX-License-Identifier: MIT

public import RexCore

/// One run of a rule, from its trigger to its end, or a timer of one: a task of the store.
///
/// It is there before it starts, so there is no moment at which it could not be cancelled.
///
/// It is unchecked Sendable because of its variables. It is safe because only who has the lock of the engine uses them.
@usableFromInline class EffectRun: StoreTask, @unchecked Sendable {
    @usableFromInline final let engine: EffectEngine
    final let rule: EffectRule
    final let place: EffectPlace
    @usableFromInline final let isTimer: Bool
    /// Where it is kept; nil until the engine has received it.
    final var slot: EffectSlot?
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

    @usableFromInline init(
        _ rule: EffectRule,
        at place: EffectPlace,
        from source: consuming ActionSource?,
        in engine: EffectEngine,
        isTimer: Bool
    ) {
        self.engine = engine
        self.rule = rule
        self.place = place
        self.isTimer = isTimer
        super.init(from: source)
    }

    /// That of what it works for.
    final var trigger: ActionSource? { super.source }

    /// The source of what it sends: that of what it works for, with a step that names the rule.
    override final var source: ActionSource? { trigger?.derived(by: EffectStep(rule: rule, place: place)) }

    /// Starts its task.
    @usableFromInline func start() { preconditionFailure("This run has no types: start one of a subclass.") }

    /// A timer for it, that nothing has started.
    func makeTimer() -> EffectRun { preconditionFailure("This run has no types: make the timer of one of a subclass.") }

    @usableFromInline final func maySend(in attempt: Int) -> Bool { engine.maySend(self, in: attempt) }

    /// From now on nothing is sent that belongs to this attempt or one before.
    @usableFromInline final func end(attempt: Int) { engine.end(attempt: attempt, of: self) }
}

/// A run with the types of its rule, or a timer.
///
/// It is unchecked Sendable because the class that it inherits from is; what it adds are constants.
@usableFromInline class TypedEffectRun<Action, State>: EffectRun, @unchecked Sendable {
    @usableFromInline final let output: AnyActionHandler<Action>
    @usableFromInline final let getState: GetState<State>

    @inlinable init(
        _ rule: EffectRule,
        at place: EffectPlace,
        from source: consuming ActionSource?,
        in engine: EffectEngine,
        isTimer: Bool,
        _ output: AnyActionHandler<Action>,
        _ getState: @escaping GetState<State>
    ) {
        self.output = output
        self.getState = getState
        super.init(rule, at: place, from: source, in: engine, isTimer: isTimer)
    }

    /// Starts it as a timer.
    @usableFromInline override func start() {
        output.start(self) { timer in
            if !timer.isCancelled { await timer.engine.waitUntilDue(timer) }
            timer.end()
        }
    }

    override final func makeTimer() -> EffectRun {
        TypedEffectRun(rule, at: place, from: trigger, in: engine, isTimer: true, output, getState)
    }

    /// Ends the run.
    @inlinable @inline(never) final func end() {
        if engine.end(self) { output.onIdle { [engine] in engine.forgetEnded() } }
    }
}

/// A run of the work of a rule for one value.
///
/// It is unchecked Sendable because the class that it inherits from is; what it adds are constants.
@usableFromInline
final class WorkRun<Value: Sendable, Action, State>: TypedEffectRun<Action, State>,
    @unchecked Sendable
{
    @usableFromInline let work: EffectWork<Value, Action, State>
    @usableFromInline let value: Value

    @inlinable init(
        _ work: EffectWork<Value, Action, State>,
        _ value: Value,
        at place: EffectPlace,
        from source: consuming ActionSource,
        in engine: EffectEngine,
        _ output: AnyActionHandler<Action>,
        _ getState: @escaping GetState<State>
    ) {
        self.work = work
        self.value = value
        super.init(work.rule, at: place, from: source, in: engine, isTimer: false, output, getState)
    }

    @usableFromInline override func start() { work.start(self) }
}
