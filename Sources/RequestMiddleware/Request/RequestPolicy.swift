// SPDX-License-Identifier: MIT

public import EffectMiddleware

/// The delay of a request, its retries, and its time limit.
///
/// ```swift
/// .request(.debounced(for: .milliseconds(300)).retrying(2).timeout(.seconds(10))) { word, api in
///     try await api.find(word)
/// }
/// ```
///
/// It has the options of an `EffectPolicy`. Times are of the store's clock.
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

    /// Starts the request at once, without retries or a time limit.
    public static let immediate = RequestPolicy()

    /// Starts the request after a pause without another start.
    ///
    /// In the state the request is running during the pause.
    public static func debounced(for duration: Duration) -> RequestPolicy { immediate.debounced(for: duration) }

    /// Retries the request after an error; see ``retrying(_:delay:if:)-swift.method``.
    public static func retrying(
        _ times: Int,
        delay: EffectDelay = .none,
        if condition: (@Sendable (any Error) -> Bool)? = nil
    ) -> RequestPolicy {
        immediate.retrying(times, delay: delay, if: condition)
    }

    /// Limits the time of an attempt; see ``timeout(_:)-swift.method``.
    public static func timeout(_ duration: Duration) -> RequestPolicy { immediate.timeout(duration) }

    /// Sets the priority of the request; see ``priority(_:)-swift.method``.
    public static func priority(_ priority: TaskPriority?) -> RequestPolicy { immediate.priority(priority) }

    /// Starts the request after a pause without another start.
    ///
    /// In the state the request is running during the pause.
    public func debounced(for duration: Duration) -> RequestPolicy { with { $0.debounce = duration } }

    /// Retries the request after an error, at most `times` times.
    ///
    /// - Parameters:
    ///   - times: The most retries. 0 or more.
    ///   - delay: The delay before each retry.
    ///   - condition: Returns whether to retry after an error. Without it, each error is retried.
    public func retrying(
        _ times: Int,
        delay: EffectDelay = .none,
        if condition: (@Sendable (any Error) -> Bool)? = nil
    ) -> RequestPolicy {
        with { $0.retry = Retry(times: times, delay: delay, condition: condition) }
    }

    /// Cancels an attempt after a time limit.
    ///
    /// It fails with an `EffectTimeout` when its work has returned.
    public func timeout(_ duration: Duration) -> RequestPolicy { with { $0.timeLimit = duration } }

    /// Sets the priority of the request's task.
    ///
    /// With nil, and by default, it is that of the store's environment.
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
