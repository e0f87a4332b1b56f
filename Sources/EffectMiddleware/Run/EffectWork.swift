// SPDX-License-Identifier: MIT

public import RexCore

/// The work of a rule: its body, and what its errors and ends send.
///
/// Inlinable, so that the code is specialised for the types of the rule where the rule is written.
@usableFromInline final class EffectWork<Value: Sendable, Input, Output, State>: Sendable {
    @usableFromInline typealias Run = WorkRun<Value, Input, Output, State>
    @usableFromInline typealias Body = @Sendable (Value, Effect<Input, Output, State>) async throws -> Void
    @usableFromInline typealias OnError = @Sendable (any Error, Value) -> Output?
    @usableFromInline typealias OnEnd = @Sendable (EffectEnd, Value) -> Output?

    @usableFromInline let rule: EffectRule
    @usableFromInline let body: Body
    @usableFromInline let onError: OnError?
    @usableFromInline let ended: OnEnd?
    // A closure, since an inherited method is not specialised for the types of its class.
    @usableFromInline let start: @Sendable (Run) -> Void

    @inlinable init(_ rule: EffectRule, onError: OnError?, ended: OnEnd?, body: @escaping Body) {
        self.rule = rule
        self.body = body
        self.onError = onError
        self.ended = ended
        start = { run in
            let priority = run.rule.options.priority
            if run.hasOneAttemptWithoutTimeout {
                // Apart, since most runs are of this kind, and need less memory while they wait.
                run.context.output.start(run, priority: priority) { run in
                    if !run.wasRevoked { await run.performOnce() }
                }
            } else {
                run.context.output.start(run, priority: priority) { run in
                    if !run.wasRevoked { await run.perform() }
                }
            }
        }
    }
}
