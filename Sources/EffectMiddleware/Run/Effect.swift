// SPDX-License-Identifier: MIT

public import RexCore

/// The handle by which the body of a rule of an ``EffectMiddleware`` sends, waits, and reads the
/// state.
///
/// ```swift
/// .on(\.typed, .latest) { text, effect in
///     try await effect.sleep(for: .milliseconds(300))
///     effect.send(.found(try await api.find(text)))
/// }
/// ```
///
/// Its parameters are those of the middleware: the actions that its rules look at, the actions that
/// they send, the state. It may be used from any task and thread. Whoever keeps it for longer than
/// its run keeps the value of the trigger as well.
public struct Effect<Input, Output, State>: Sendable {
    @usableFromInline let run: TypedEffectRun<Input, Output, State>
    /// The number of attempts that had failed when the body got this.
    @usableFromInline var failures: Int

    @inlinable init(_ run: TypedEffectRun<Input, Output, State>, failures: Int) {
        self.run = run
        self.failures = failures
    }

    /// Dispatches an action, whose source is ``source``.
    ///
    /// Actions of one run are processed in the order in which they were sent. Once the run has been
    /// cancelled, nothing that it sends or has sent is processed any more. Once its time is over,
    /// nothing that it sends then is processed; nor what is sent after the body has returned, by a
    /// task that the body has started and not waited for.
    @inlinable public func send(_ action: Output) {
        switch run.pass(in: failures) {
        case .none: return
        case .plain: run.context.output.dispatch(action, as: run)
        case .caused: run.context.output.dispatch(action, from: run.source, as: run)
        }
    }

    /// The state at the time of this call; readable from any thread.
    ///
    /// In a rule that was lifted into a collection it is the element; once the element is gone, its
    /// last value that the run has seen.
    public var state: State { run.context.getState() }

    /// Waits for so long, by the clock of the store.
    ///
    /// It throws a `CancellationError` as soon as the task that waits is cancelled, as that of a
    /// cancelled run is.
    @inlinable public func sleep(for duration: Duration) async throws {
        try await run.context.engine.sleep(for: duration)
    }

    /// The clock of the store's environment.
    public var clock: any Clock<Duration> { run.context.output.environment.clock }

    /// The random numbers of the store's environment.
    public var random: RandomSource { run.context.output.environment.random }

    /// The number of this attempt, from 1; above that only with
    /// ``EffectPolicy/retrying(_:delay:if:)``.
    public var attempt: Int { failures + 1 }

    /// The source of the actions of the run, with a step that names the rule:
    /// `Effect search at Search.swift:12`.
    ///
    /// The step before is the action in which the trigger was found, or after whose reduction the
    /// state had a new key; for a key that is there from the beginning it is the place of the rule.
    /// Once the run has waited for an action or a state, it is the action that ended the wait.
    public var source: ActionSource { run.source ?? run.rule.call }

    /// True once nothing that is sent is processed any more, since the run was cancelled, has timed
    /// out, or has returned.
    public var isCancelled: Bool { run.isCancelled || run.pass(in: failures) == .none }
}
