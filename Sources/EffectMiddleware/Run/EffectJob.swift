// SPDX-License-Identifier: MIT

public import RexCore

/// Something to run, now or later.
@usableFromInline protocol EffectJob: AnyObject, Sendable {
    var rule: EffectRule { get }
    var place: EffectPlace { get }
    /// The source of what it works for.
    var source: ActionSource { get }
    /// A run of it, or a timer for it, that nothing has started.
    func makeRun(_ task: StoreTask, at slot: EffectSlot, in engine: EffectEngine, isTimer: Bool) -> EffectRun
    /// Starts the task of a run that it has made.
    func start(_ run: EffectRun)
}

/// What a rule runs, for each value that its trigger or its key gives.
///
/// Inlinable like all that it does, so that where an effect is written its code is made for its types.
@usableFromInline final class EffectWork<Value: Sendable, Action, State>: Sendable {
    @usableFromInline typealias Body = @Sendable (Value, Effect<Action, State>) async throws -> Void

    @usableFromInline let rule: EffectRule
    @usableFromInline let body: Body
    @usableFromInline let onError: (@Sendable (any Error) -> Action?)?
    // Closures, since a method that is called through a protocol is not made for the types of its class.
    @usableFromInline let makeRun:
        @Sendable (EffectLaunch<Value, Action, State>, StoreTask, EffectSlot, EffectEngine, Bool) -> EffectRun
    @usableFromInline let start: @Sendable (EffectLaunch<Value, Action, State>, EffectRun) -> Void

    @inlinable init(_ rule: EffectRule, onError: (@Sendable (any Error) -> Action?)?, body: @escaping Body) {
        self.rule = rule
        self.body = body
        self.onError = onError
        makeRun = { launch, task, slot, engine, isTimer in
            TypedEffectRun(task, slot, engine, isTimer, launch.output, launch.getState)
        }
        start = { launch, run in
            // It is one that the closure above has made.
            let run = unsafe unsafeDowncast(run, to: TypedEffectRun<Action, State>.self)
            if run.isTimer {
                // Not with the value, which may be superseded and is to be released then.
                run.output.start(run.task) {
                    if !run.task.isCancelled { await run.engine.waitUntilDue(run) }
                    run.end()
                }
            } else if run.isTriedOnceAndForAnyTime {
                // Apart, since most runs are such ones, and need less memory while they wait.
                run.output.start(run.task) {
                    if !run.task.isCancelled { await run.performOnce(launch) }
                    run.end()
                }
            } else {
                run.output.start(run.task) {
                    if !run.task.isCancelled { await run.perform(launch) }
                    run.end()
                }
            }
        }
    }
}

/// The work of a rule for one value, and all that it takes to do it.
@usableFromInline final class EffectLaunch<Value: Sendable, Action, State>: EffectJob {
    @usableFromInline let rule: EffectRule
    @usableFromInline let place: EffectPlace
    @usableFromInline let source: ActionSource
    @usableFromInline let work: EffectWork<Value, Action, State>
    @usableFromInline let output: AnyActionHandler<Action>
    @usableFromInline let getState: GetState<State>
    @usableFromInline let value: Value

    @inlinable init(
        _ work: EffectWork<Value, Action, State>,
        _ value: Value,
        at place: EffectPlace,
        from source: ActionSource,
        _ output: AnyActionHandler<Action>,
        _ getState: @escaping GetState<State>
    ) {
        rule = work.rule
        self.place = place
        self.source = source
        self.work = work
        self.output = output
        self.getState = getState
        self.value = value
    }

    @usableFromInline
    func makeRun(_ task: StoreTask, at slot: EffectSlot, in engine: EffectEngine, isTimer: Bool) -> EffectRun {
        work.makeRun(self, task, slot, engine, isTimer)
    }

    @usableFromInline func start(_ run: EffectRun) { work.start(self, run) }
}
