// SPDX-License-Identifier: MIT

/// The fate of a trigger while the effect of an earlier one runs, and the options of a run.
///
/// ```swift
/// .on(\.typed, .latest.debounced(for: .milliseconds(300)).retrying(2)) { text, effect in … }
/// ```
///
/// A trigger takes this way: it waits for the time of ``debounced(for:)``, then
/// ``throttled(for:latest:)`` lets it pass or not, then the mode that the policy begins with
/// decides whether it starts at once, waits for a run to end, or is ignored.
///
/// A run counts as running until its body has returned and the last action that it has sent was
/// reduced. So a trigger that waits in front of an answer meets a run that still runs. A cancelled
/// one counts until its body has returned.
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

    /// Each trigger starts a run at once.
    public static var each: EffectPolicy { EffectPolicy(.each) }

    /// Each trigger starts a run; while there are so many, others wait in their order.
    ///
    /// A cancelled run counts until its body has returned, so there are never more bodies at work.
    ///
    /// - Parameter limit: The number of runs at once; 1 or more.
    public static func each(limit: Int) -> EffectPolicy { EffectPolicy(.limited(to: limit)) }

    /// A trigger cancels the run of the one before it, and starts.
    ///
    /// With ``debounced(for:)`` it cancels as soon as it comes, and starts later, so that no old
    /// answer is shown while the new one waits. With ``throttled(for:latest:)`` it cancels when it
    /// starts.
    public static var latest: EffectPolicy { EffectPolicy(.latest) }

    /// A trigger is ignored while a run goes on.
    ///
    /// One that is an answer of the run itself, or comes of one, is not: it starts, as soon as the
    /// run is over. After the run was cancelled one trigger is not ignored: it starts as soon as
    /// the body of the cancelled one has returned, at once if it has.
    public static var first: EffectPolicy { EffectPolicy(.first) }

    /// One run after the other, in the order of the triggers.
    public static var queued: EffectPolicy { .each(limit: 1) }

    /// One run at a time; of the triggers that come meanwhile the last one waits.
    public static var keepingLatest: EffectPolicy { EffectPolicy(.keepingLatest) }

    /// The policy holds for each key on its own.
    ///
    /// ```swift
    /// .on(\.opened, .latest.by(\.id)) { row, effect in … }
    /// ```
    ///
    /// - Parameter key: A function that is called for each trigger, where the store processes. Of
    ///   several calls of `by` the last one counts.
    public func by<Key: Hashable & Sendable>(_ key: @escaping @Sendable (Trigger) -> Key) -> EffectPolicy {
        var policy = with { $0.keyType = Key.self }
        policy.key = { EffectKey(key($0)) }
        return policy
    }

    /// A trigger gets further once none has come after it for so long; one that is superseded is
    /// dropped.
    ///
    /// - Complexity: A superseded trigger starts no task.
    public func debounced(for duration: Duration) -> EffectPolicy { with { $0.debounce = duration } }

    /// At most one trigger in each span gets further: the first one at once, and with `latest` the
    /// last one at its end.
    ///
    /// A trigger that gets further at the end of a span begins the next one. None gets further
    /// after one that came later, however late the clock is. A trigger that is ignored by ``first``
    /// begins no span, and cancelling ends none.
    ///
    /// - Parameters:
    ///   - duration: The span, from one trigger that gets further to the next.
    ///   - latest: True to let the last of those that came meanwhile get further at the end of the
    ///     span; false drops them.
    public func throttled(for duration: Duration, latest: Bool = true) -> EffectPolicy {
        with { $0.throttle = EffectOptions.Throttle(span: duration, keepsLatest: latest) }
    }

    /// After an error the run begins anew, so many times, before its `catch` gets the error.
    ///
    /// Actions that were sent before the error stay sent. A cancelled run is not tried again.
    ///
    /// - Parameters:
    ///   - times: The largest number of further tries; 0 or more.
    ///   - delay: The time before each further try, by the clock of the store.
    ///   - condition: A function that is called with the error; false passes the error on at once.
    ///     Without it each error counts.
    public func retrying(
        _ times: Int,
        delay: EffectDelay = .none,
        if condition: (@Sendable (any Error) -> Bool)? = nil
    ) -> EffectPolicy {
        with { $0.retry = EffectOptions.Retry(times: times, delay: delay, condition: condition) }
    }

    /// After so long a run is cancelled from within, and fails with ``EffectTimeout``.
    ///
    /// From then on it sends nothing more; the error goes its way, to ``retrying(_:delay:if:)`` and
    /// `catch`, when its body has returned. With `retrying` each try has the time for itself.
    public func timeout(_ duration: Duration) -> EffectPolicy { with { $0.timeout = duration } }

    /// Runs have this priority; without it, and with nil, that of the store's environment.
    ///
    /// A run takes over none from whoever happens to process. An environment that starts tasks in a
    /// way of its own, as that of a test does, decides itself.
    public func priority(_ priority: TaskPriority?) -> EffectPolicy { with { $0.priority = priority } }
}
