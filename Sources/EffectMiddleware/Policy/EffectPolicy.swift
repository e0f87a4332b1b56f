// SPDX-License-Identifier: MIT

/// What happens to a trigger while an earlier effect runs, and the options of a run.
///
/// ```swift
/// .on(\.typed, .latest.debounced(for: .milliseconds(300)).retrying(2)) { text, effect in
///     effect.send(.found(try await api.find(text)))
/// }
/// ```
///
/// A trigger passes three stages. It waits for the time of ``debounced(for:)``. Then
/// ``throttled(for:latest:)`` passes or drops it. Then the mode of the policy decides whether it
/// starts immediately, waits for a run to end, or is ignored.
///
/// A run counts as running until its body has returned and the last action that it sent was
/// reduced. So a trigger that is queued before an answer of the run still meets a running run. A
/// cancelled run counts until its body has returned.
public struct EffectPolicy<Trigger>: Sendable {
    @usableFromInline var options: EffectOptions
    @usableFromInline var key: (@Sendable (Trigger) -> EffectKey)?

    private init(_ mode: EffectOptions.Mode) {
        options = EffectOptions(mode: mode)
    }

    private func with(_ change: (inout EffectOptions) -> Void) -> EffectPolicy {
        var policy = self
        change(&policy.options)
        return policy
    }

    /// Returns this policy with the delay, the retries, the time limit and the priority of another
    /// one.
    @usableFromInline package func with(optionsOf other: EffectPolicy<some Any>) -> EffectPolicy {
        with { options in
            options.debounce = other.options.debounce
            options.retry = other.options.retry
            options.timeout = other.options.timeout
            options.priority = other.options.priority
        }
    }

    /// Each trigger starts a run immediately.
    public static var each: EffectPolicy { EffectPolicy(.each) }

    /// Each trigger starts a run.
    ///
    /// While `limit` runs are in progress, further triggers wait in order.
    ///
    /// A cancelled run counts until its body has returned, so at most `limit` bodies run at any
    /// time.
    ///
    /// - Parameter limit: The maximum number of concurrent runs; 1 or more.
    public static func each(limit: Int) -> EffectPolicy { EffectPolicy(.limited(to: limit)) }

    /// A trigger cancels the previous run and starts.
    ///
    /// With ``debounced(for:)``, a trigger cancels on arrival and starts later, so that no outdated
    /// answer arrives while it waits. With ``throttled(for:latest:)``, it cancels when it starts.
    public static var latest: EffectPolicy { EffectPolicy(.latest) }

    /// A trigger is ignored while a run is in progress.
    ///
    /// Exception: a trigger caused by an action of that same run is kept, and starts when the run
    /// has ended. After a run was cancelled, one trigger is kept too: it starts when the body of
    /// the cancelled run has returned, or immediately if it already has.
    public static var first: EffectPolicy { EffectPolicy(.first) }

    /// Runs one after the other, in the order of the triggers.
    public static var queued: EffectPolicy { .each(limit: 1) }

    /// Runs one at a time.
    ///
    /// Of the triggers during a run, the last one waits and the others are dropped.
    public static var keepingLatest: EffectPolicy { EffectPolicy(.keepingLatest) }

    /// Applies the policy to each key separately.
    ///
    /// ```swift
    /// .on(\.opened, .latest.by(\.id)) { row, effect in
    ///     effect.send(.loaded(row.id, try await api.load(row.id)))
    /// }
    /// ```
    ///
    /// - Parameter key: Returns the key of a trigger. It is called for each trigger, on the
    ///   processing thread. If `by` is called several times, the last call counts.
    public func by<Key: Hashable & Sendable>(_ key: @escaping @Sendable (Trigger) -> Key) -> EffectPolicy {
        var policy = with { $0.keyType = Key.self }
        policy.key = { EffectKey(key($0)) }
        return policy
    }

    /// Delays each trigger by `duration`.
    ///
    /// A newer trigger within that time replaces it.
    ///
    /// - Complexity: A replaced trigger starts no task.
    public func debounced(for duration: Duration) -> EffectPolicy { with { $0.debounce = duration } }

    /// Passes at most one trigger in each interval: the first one immediately, and with `latest`
    /// also the last one, at the end of the interval.
    ///
    /// A trigger that passes at the end of an interval starts the next interval. A trigger never
    /// passes after a newer one, even if the clock is late. A trigger that ``first`` ignores
    /// doesn't start an interval, and cancelling doesn't end one.
    ///
    /// - Parameters:
    ///   - duration: The minimum time between two triggers that pass.
    ///   - latest: Whether the last trigger within an interval passes at its end. If false, it is
    ///     dropped.
    public func throttled(for duration: Duration, latest: Bool = true) -> EffectPolicy {
        with { $0.throttle = EffectOptions.Throttle(span: duration, keepsLatest: latest) }
    }

    /// Retries a failed run up to `times` times before `catch` gets the error.
    ///
    /// Actions that were sent before the error stay sent. A cancelled run is not retried.
    ///
    /// - Parameters:
    ///   - times: The maximum number of retries; 0 or more.
    ///   - delay: The delay before each retry, by the store's clock.
    ///   - condition: Returns whether to retry after an error. Without it, every error is retried.
    public func retrying(
        _ times: Int,
        delay: EffectDelay = .none,
        if condition: (@Sendable (any Error) -> Bool)? = nil
    ) -> EffectPolicy {
        with { $0.retry = EffectOptions.Retry(times: times, delay: delay, condition: condition) }
    }

    /// Cancels a run after `duration`, so that it fails with ``EffectTimeout``.
    ///
    /// From then on, the run sends nothing more. When its body has returned, the error is passed to
    /// ``retrying(_:delay:if:)`` and `catch`. With `retrying`, each attempt has its own timeout.
    public func timeout(_ duration: Duration) -> EffectPolicy { with { $0.timeout = duration } }

    /// Sets the priority of runs.
    ///
    /// By default, and with nil, the environment of the store sets it.
    ///
    /// A run doesn't inherit a priority from the processing thread. An environment with its own way
    /// to start tasks, such as that of a test, decides itself.
    public func priority(_ priority: TaskPriority?) -> EffectPolicy { with { $0.priority = priority } }
}
