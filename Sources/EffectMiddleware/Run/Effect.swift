// SPDX-License-Identifier: MIT

public import RexCore

/// What a run of a rule of an ``EffectMiddleware`` works with.
///
/// ```swift
/// .on(\.typed, .latest) { text, effect in
///     try await effect.sleep(for: .milliseconds(300))
///     effect.send(.found(try await api.find(text)))
/// }
/// ```
///
/// It may be used from any task and thread. Who keeps it for longer than its run keeps what the trigger has found as well.
public struct Effect<Action, State>: Sendable {
    @usableFromInline let run: TypedEffectRun<Action, State>
    /// How often the body had failed when it got this.
    @usableFromInline var attempt: Int

    @inlinable init(_ run: TypedEffectRun<Action, State>, attempt: Int) {
        self.run = run
        self.attempt = attempt
    }

    /// Dispatches an action, whose source is ``source``.
    ///
    /// What one run sends is processed in the order in which it was sent. Once the run has been cancelled, or its time is
    /// over, nothing that it sends or has sent is processed any more. Nor is what is sent after the body has
    /// returned, by a task that the body has started and not waited for.
    @inlinable public func send(_ action: Action) {
        if run.maySend(in: attempt) { run.output.dispatch(action, as: run) }
    }

    /// The state at the time of this call; readable from any thread.
    ///
    /// In a rule that was lifted into a collection it is the element; once that is gone, what it was when the run started.
    public var state: State { run.getState() }

    /// Waits for so long, by the clock of the store.
    ///
    /// It throws a `CancellationError` as soon as the task that waits is cancelled, as that of a cancelled run is.
    @inlinable public func sleep(for duration: Duration) async throws {
        try await run.engine.sleep(for: duration)
    }

    /// The clock of the store's environment.
    public var clock: any Clock<Duration> { run.output.environment.clock }

    /// The source of what the run was started by, with a step that names the rule: `Effect search at Search.swift:12`.
    ///
    /// That is the action in which the trigger was found, or after whose reduction the state had a new key. For a key that
    /// is there from the beginning it is the place of the rule.
    public var source: ActionSource { run.source ?? run.rule.call }

    /// Whether nothing that is sent is processed any more, since the run was cancelled, has timed out, or has returned.
    public var isCancelled: Bool { run.isCancelled || !run.maySend(in: attempt) }
}
