// SPDX-License-Identifier: MIT

public import RexCore

/// Something to run, now or later.
@usableFromInline protocol EffectJob: AnyObject, Sendable {
    var rule: EffectRule { get }
    var place: EffectPlace { get }
    /// The source of what it works for.
    var source: ActionSource { get }
    /// Starts the task of a run of it, or of a timer for it.
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
    /// A closure, since a method that is called through a protocol is not made for the types of its class.
    @usableFromInline let start: @Sendable (EffectLaunch<Value, Action, State>, EffectRun) -> Void

    @inlinable init(_ rule: EffectRule, onError: (@Sendable (any Error) -> Action?)?, body: @escaping Body) {
        self.rule = rule
        self.body = body
        self.onError = onError
        start = { launch, run in
            if run.isTimer {
                // Not with the value, which may be superseded and is to be released then.
                launch.output.start(run.task) { output in
                    if !run.task.isCancelled { await run.engine.waitUntilDue(run) }
                    run.end(in: output)
                }
            } else {
                launch.output.start(run.task) { output in
                    if !run.task.isCancelled { await run.perform(launch, output) }
                    run.end(in: output)
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

    @usableFromInline func start(_ run: EffectRun) { work.start(self, run) }
}
