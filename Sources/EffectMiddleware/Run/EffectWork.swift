// SPDX-License-Identifier: MIT

public import RexCore

/// The work of a rule: its body, its `catch` and its `ended`.
///
/// Inlinable, so that the code is specialised for the types of the rule in the module that writes
/// the rule.
@usableFromInline final class EffectWork<Value: Sendable, Input, Output, State>: Sendable {
    @usableFromInline typealias Run = WorkRun<Value, Input, Output, State>
    @usableFromInline typealias Body = @Sendable (Value, Effect<Input, Output, State>) async throws -> Void
    @usableFromInline typealias OnError = @Sendable (any Error, Value) -> Output?
    @usableFromInline typealias OnEnd = @Sendable (EffectEnd, Value) -> Output?

    @usableFromInline let rule: EffectRule
    @usableFromInline let body: Body
    @usableFromInline let onError: OnError?
    @usableFromInline let ended: OnEnd?
    /// Returns the source of the action that has caused a run, or nil for the action at hand.
    @usableFromInline let cause: (@Sendable (Value) -> ActionSource?)?
    // A closure, since an inherited method isn't specialised for the types of its class.
    @usableFromInline let start: @Sendable (Run) -> Void

    @inlinable init(
        _ rule: EffectRule,
        onError: OnError?,
        ended: OnEnd?,
        causedBy cause: (@Sendable (Value) -> ActionSource?)? = nil,
        body: @escaping Body
    ) {
        self.rule = rule
        self.body = body
        self.onError = onError
        self.ended = ended
        self.cause = cause
        start = { run in
            let priority = run.rule.options.priority
            if run.hasOneAttemptWithoutTimeout {
                // A separate path, since most runs take it, and it needs less memory while they
                // wait.
                run.output.start(run.task, for: run, priority: priority) { run in
                    if !run.isRevoked { await run.performOnce() }
                }
            } else {
                run.output.start(run.task, for: run, priority: priority) { run in
                    if !run.isRevoked { await run.perform() }
                }
            }
        }
    }
}
