// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Delivers the same events to many subscribers, in the same order to each, from any threads.
final class SubjectCore<Output, Failure: Error>: Sendable {
    /// The events that a subject keeps for later subscribers and later demand.
    enum Retention {
        /// Only the completion.
        case none
        /// The latest value until the completion, then only the completion.
        case newest
        /// The single value and the completion.
        case result
    }

    private struct State {
        var subscribers = SubscriberList<Output, Failure>()
        var value: Output?
        var completion: Subscribers.Completion<Failure>?
        var upstreams: [any Subscription] = []
        /// Whether to request values from upstream publishers: always, or once a subscriber has
        /// requested values.
        var hasDemand: Bool
    }

    private let retention: Retention
    private let state: Lock<State>

    init(_ value: Output? = nil, retention: Retention) {
        self.retention = retention
        state = Lock(State(value: value, hasDemand: retention != .none))
    }

    deinit {
        for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
    }

    var value: Output? { state.withLock { $0.value } }

    /// Adds a subscriber.
    ///
    /// Its subscription keeps `owner` alive until it has ended, so that the subject needs no other
    /// reference.
    func add(_ subscriber: any Subscriber<Output, Failure>, keeping owner: AnyObject) {
        let id = state.withLock { $0.subscribers.newID() }
        let subscription = DownstreamSubscription(subscriber, overflow: overflow)
        var lost: [Output] = []
        let hasEnded = state.withLock { state in
            if let value = state.value, state.completion == nil || retention == .result {
                subscription.add(value, losing: &lost)
            }
            guard let completion = state.completion else {
                state.subscribers.add(subscription, id: id)
                return false
            }
            subscription.add(completion, losing: &lost)
            return true
        }
        subscription.open(
            hasEnded
                ? DownstreamHandlers()
                : DownstreamHandlers(
                    onRequest: { [self] _ in requestUpstreams() },
                    onCancel: { withExtendedLifetime(owner) { _ = self.remove(id) } }
                )
        )
    }

    /// Sends a value and, if it is the last one, the completion with it.
    ///
    /// - Parameter isAssigned: Whether it becomes the latest value even after completion.
    func send(
        _ value: Output,
        isAssigned: Bool = false,
        andThen completion: Subscribers.Completion<Failure>? = nil
    ) {
        var lost: [Output] = []
        let subscriptions: [DownstreamSubscription<Output, Failure>] = state.withLock { state in
            let hasEnded = state.completion != nil
            if retention != .none, isAssigned || !hasEnded {
                if let old = state.value { lost.append(old) }
                state.value = value
            }
            guard !hasEnded else { return [] }
            let subscriptions = state.subscribers.subscriptions
            for subscription in subscriptions { subscription.add(value, losing: &lost) }
            guard let completion else { return subscriptions }
            for subscription in subscriptions { subscription.add(completion, losing: &lost) }
            state.completion = completion
            return state.subscribers.removeAll()
        }
        for subscription in subscriptions { subscription.deliver() }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        var lost: [Output] = []
        let (subscriptions, upstreams) = state.withLock { state in
            guard state.completion == nil else {
                return ([], []) as ([DownstreamSubscription<Output, Failure>], [any Subscription])
            }
            state.completion = completion
            let subscriptions = state.subscribers.removeAll()
            for subscription in subscriptions { subscription.add(completion, losing: &lost) }
            defer { state.upstreams = [] }
            return (subscriptions, state.upstreams)
        }
        for subscription in subscriptions { subscription.deliver() }
        for upstream in upstreams { upstream.cancel() }
    }

    func send(subscription: any Subscription) {
        let (isOpen, hasDemand) = state.withLock { state in
            guard state.completion == nil else { return (false, false) }
            state.upstreams.append(subscription)
            return (true, state.hasDemand)
        }
        if !isOpen { subscription.cancel() } else if hasDemand { subscription.request(.unlimited) }
    }

    private var overflow: OverflowPolicy {
        switch retention {
        case .none: .drop
        case .newest: .keepNewest
        case .result: .wait
        }
    }

    /// Requests unlimited values from the upstream publishers, once, after the first demand of a
    /// subscriber.
    private func requestUpstreams() {
        let upstreams = state.withLock { state in
            defer { state.hasDemand = true }
            return state.hasDemand ? [] : state.upstreams
        }
        for upstream in upstreams { upstream.request(.unlimited) }
    }

    private func remove(_ id: Int) -> DownstreamSubscription<Output, Failure>? {
        state.withLock { $0.subscribers.remove(id: id) }
    }
}
#endif
