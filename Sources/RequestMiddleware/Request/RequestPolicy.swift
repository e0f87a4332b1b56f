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
    /// The options.
    ///
    /// The feature sets the mode.
    @usableFromInline let effect: EffectPolicy<Void>

    /// Starts the request at once, without retries or a time limit.
    public static let immediate = RequestPolicy(effect: .each)

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
    public func debounced(for duration: Duration) -> RequestPolicy {
        RequestPolicy(effect: effect.debounced(for: duration))
    }

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
        RequestPolicy(effect: effect.retrying(times, delay: delay, if: condition))
    }

    /// Cancels an attempt after a time limit.
    ///
    /// It fails with an `EffectTimeout` when its work has returned.
    public func timeout(_ duration: Duration) -> RequestPolicy { RequestPolicy(effect: effect.timeout(duration)) }

    /// Sets the priority of the request's task.
    ///
    /// With nil, and by default, it is that of the store's environment.
    public func priority(_ priority: TaskPriority?) -> RequestPolicy {
        RequestPolicy(effect: effect.priority(priority))
    }
}
