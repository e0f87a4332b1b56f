// SPDX-License-Identifier: MIT

public import RexCore

/// What a rule runs, for each value that its trigger or its key gives.
///
/// Inlinable like all that it does, so that where an effect is written its code is made for its types.
@usableFromInline final class EffectWork<Value: Sendable, Action, State>: Sendable {
    @usableFromInline typealias Body = @Sendable (Value, Effect<Action, State>) async throws -> Void

    @usableFromInline let rule: EffectRule
    @usableFromInline let body: Body
    @usableFromInline let onError: (@Sendable (any Error) -> Action?)?
    // A closure, since a method that is inherited is not made for the types of its class.
    @usableFromInline let start: @Sendable (WorkRun<Value, Action, State>) -> Void

    @inlinable init(_ rule: EffectRule, onError: (@Sendable (any Error) -> Action?)?, body: @escaping Body) {
        self.rule = rule
        self.body = body
        self.onError = onError
        start = { run in
            if run.isTriedOnceAndForAnyTime {
                // Apart, since most runs are such ones, and need less memory while they wait.
                run.output.start(run) { run in
                    if !run.isCancelled { await run.performOnce() }
                    run.end()
                }
            } else {
                run.output.start(run) { run in
                    if !run.isCancelled { await run.perform() }
                    run.end()
                }
            }
        }
    }
}
