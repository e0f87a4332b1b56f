// SPDX-License-Identifier: MIT

public import RexCore

/// The handle that the body of a rule uses to send actions, to wait, and to read the state.
///
/// ```swift
/// .on(\.typed, .latest) { text, effect in
///     try await effect.sleep(for: .milliseconds(300))
///     effect.send(.found(try await api.find(text)))
/// }
/// ```
///
/// Its type parameters are the actions that the rules of the middleware match, the actions that
/// they send, and the state. It can be used from any task and thread. Keeping it after the end of
/// its run also keeps the value of the trigger.
public struct Effect<Input, Output, State>: Sendable {
    @usableFromInline let run: TypedEffectRun<Input, Output, State>
    /// The number of failed attempts before the current one.
    @usableFromInline var failures: Int

    @inlinable init(_ run: TypedEffectRun<Input, Output, State>, failures: Int) {
        self.run = run
        self.failures = failures
    }

    /// Dispatches an action with ``source`` as its source.
    ///
    /// Actions of a run are processed in the order in which they were sent. Once the run has been
    /// cancelled, none of its actions is processed any more, including queued ones. After a
    /// timeout, actions sent later are not processed. Neither are actions that are sent after the
    /// body has returned, by a task that the body started without waiting for it.
    @inlinable public func send(_ action: Output) {
        if let source = run.source(forActionOf: failures) { run.output.dispatch(action, from: source, as: run.task) }
    }

    /// The current state.
    ///
    /// Can be read from any thread.
    ///
    /// In a rule that was lifted into a collection, it is the element. If the element was removed, or
    /// the value of an optional was replaced by one with another identity, it is the last value that
    /// the run has read.
    public var state: State { run.getState() }

    /// Sleeps for `duration`, by the store's clock.
    ///
    /// It throws `CancellationError` when the task is cancelled, as the task of a cancelled run is.
    @inlinable public func sleep(for duration: Duration) async throws {
        try await run.engine.sleep(for: duration)
    }

    /// The clock of the store's environment.
    public var clock: any Clock<Duration> { run.output.environment.clock }

    /// The random number source of the store's environment.
    public var random: RandomSource { run.output.environment.random }

    /// The number of the current attempt, starting with 1.
    ///
    /// It increases only with ``EffectPolicy/retrying(_:delay:if:)``.
    public var attempt: Int { failures + 1 }

    /// The source of the run's actions, with a step that names the rule:
    /// `Effect search at Search.swift:12`.
    ///
    /// The step before is the action that triggered the run, or the action after which the state
    /// had a new key. For a key of the initial state, it is the location of the rule. After the run
    /// has waited for an action or a state, it is the action that ended the wait.
    public var source: ActionSource { run.actionSource }

    /// Records that the attempt has failed with an error that the body handles itself.
    ///
    /// Call it before sending the action that answers the error. Does nothing if the run was
    /// cancelled.
    package func recordFailure(_ error: any Error) {
        if !run.wasCancelled { run.fail(error, isCaught: true) }
    }

    /// Whether further actions of the run are dropped, since it was cancelled, timed out or
    /// returned.
    public var isCancelled: Bool { run.task.isCancelled || !run.maySend(in: failures) }
}
