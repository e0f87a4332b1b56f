// SPDX-License-Identifier: MIT

public import EffectMiddleware

/// When a request starts, how often it is tried, and for how long.
///
/// ```swift
/// .request(.debounced(for: .milliseconds(300)).retrying(2).timeout(.seconds(10))) { word, api in
///     try await api.find(word)
/// }
/// ```
///
/// The options are those of an `EffectPolicy`, on the clock of the store.
public struct RequestPolicy: Sendable {
    private struct Retry: Sendable {
        let times: Int
        let delay: EffectDelay
        let condition: (@Sendable (any Error) -> Bool)?
    }

    private var debounce: Duration?
    private var retry: Retry?
    private var timeLimit: Duration?
    private var taskPriority: TaskPriority?

    /// The request starts at once, is tried once, and may take any time.
    public static let immediate = RequestPolicy()

    /// The request starts once it was not started anew for so long.
    ///
    /// In the state it is running meanwhile.
    public static func debounced(for duration: Duration) -> RequestPolicy { immediate.debounced(for: duration) }

    /// After an error the request is tried again; see ``retrying(_:delay:if:)-swift.method``.
    public static func retrying(
        _ times: Int,
        delay: EffectDelay = .none,
        if condition: (@Sendable (any Error) -> Bool)? = nil
    ) -> RequestPolicy {
        immediate.retrying(times, delay: delay, if: condition)
    }

    /// After so long a request fails; see ``timeout(_:)-swift.method``.
    public static func timeout(_ duration: Duration) -> RequestPolicy { immediate.timeout(duration) }

    /// Requests run with this priority; see ``priority(_:)-swift.method``.
    public static func priority(_ priority: TaskPriority?) -> RequestPolicy { immediate.priority(priority) }

    /// The request starts once it was not started anew for so long.
    ///
    /// In the state it is running meanwhile.
    public func debounced(for duration: Duration) -> RequestPolicy { with { $0.debounce = duration } }

    /// After an error the request is tried again, so many times, before it has failed.
    ///
    /// - Parameters:
    ///   - times: The largest number of further tries; 0 or more.
    ///   - delay: The time before each further try.
    ///   - condition: A function that is called with the error; false lets the request fail at once.
    ///     Without it each error counts.
    public func retrying(
        _ times: Int,
        delay: EffectDelay = .none,
        if condition: (@Sendable (any Error) -> Bool)? = nil
    ) -> RequestPolicy {
        with { $0.retry = Retry(times: times, delay: delay, condition: condition) }
    }

    /// After so long a try is cancelled, and fails with an `EffectTimeout`, as soon as what it waits
    /// for has returned.
    public func timeout(_ duration: Duration) -> RequestPolicy { with { $0.timeLimit = duration } }

    /// Requests run with this priority; without it, and with nil, with that of the store's
    /// environment.
    public func priority(_ priority: TaskPriority?) -> RequestPolicy { with { $0.taskPriority = priority } }

    private func with(_ change: (inout RequestPolicy) -> Void) -> RequestPolicy {
        var policy = self
        change(&policy)
        return policy
    }

    /// Returns the policy of an effect with these options added.
    @usableFromInline func adding<Trigger>(to base: EffectPolicy<Trigger>) -> EffectPolicy<Trigger> {
        var policy = base.priority(taskPriority)
        if let debounce { policy = policy.debounced(for: debounce) }
        if let retry { policy = policy.retrying(retry.times, delay: retry.delay, if: retry.condition) }
        if let timeLimit { policy = policy.timeout(timeLimit) }
        return policy
    }
}
