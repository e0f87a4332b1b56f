// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The subscription that an operator passes to its subscriber.
///
/// It forwards demand and cancellation.
///
/// It holds neither the subscriber nor the closures for values, so keeping the subscription keeps
/// nothing else alive.
final class UpstreamSubscription: Subscription {
    private enum Phase {
        /// No subscription has arrived yet. The demand is pending.
        case waiting(Subscribers.Demand)
        case subscribed(any Subscription)
        case ended
    }

    private struct State {
        var phase: Phase
        var onDemand: ((Subscribers.Demand) -> Void)?
        var onCancel: (() -> Void)?
    }

    private let status = SubscriptionStatus()
    private let state: Lock<State>

    /// - Parameters:
    ///   - demand: The demand to request as soon as a subscription arrives.
    ///   - onDemand: Called before demand is forwarded.
    ///   - onCancel: Called before cancellation is forwarded.
    init(
        demand: Subscribers.Demand = .none,
        onDemand: ((Subscribers.Demand) -> Void)? = nil,
        onCancel: (() -> Void)? = nil
    ) {
        state = Lock(State(phase: .waiting(demand), onDemand: onDemand, onCancel: onCancel))
    }

    /// Whether a subscription has arrived and not ended.
    var isActive: Bool { status.isActive }

    /// Whether it was cancelled or the publisher has completed.
    var isOver: Bool { status.isOver }

    /// Accepts the first subscription and returns the pending demand.
    ///
    /// Cancels any other or late subscription and returns nil.
    func take(_ subscription: any Subscription) -> Subscribers.Demand? {
        let demand: Subscribers.Demand? = state.withLock { state in
            guard case .waiting(let demand) = state.phase else { return nil }
            state.phase = .subscribed(subscription)
            status.set(.active)
            return demand
        }
        if demand == nil { subscription.cancel() }
        return demand
    }

    /// Adds to the pending demand.
    ///
    /// Does nothing and returns false if a subscription has already arrived.
    func requestLater(_ demand: Subscribers.Demand) -> Bool {
        state.withLock { state in
            guard case .waiting(let sum) = state.phase else { return false }
            state.phase = .waiting(sum + demand)
            return true
        }
    }

    /// Requests more values, now or as soon as a subscription arrives.
    func request(_ demand: Subscribers.Demand) {
        let (onDemand, upstream) = state.withLock { state in
            switch state.phase {
            case .waiting(let sum):
                state.phase = .waiting(sum + demand)
                return (nil, nil) as (((Subscribers.Demand) -> Void)?, (any Subscription)?)
            case .subscribed(let upstream): return (state.onDemand, upstream)
            case .ended: return (nil, nil)
            }
        }
        onDemand?(demand)
        upstream?.request(demand)
    }

    func cancel() {
        let ended = take()
        guard case .subscribed(let upstream) = ended.phase else { return }
        ended.onCancel?()
        upstream.cancel()
    }

    /// Ends the subscription because the publisher has completed.
    ///
    /// Returns false if it had already ended, or if no subscription has arrived and
    /// `onceSubscribed` is true.
    func end(onceSubscribed: Bool) -> Bool {
        switch take().phase {
        case .waiting: !onceSubscribed
        case .subscribed: true
        case .ended: false
        }
    }

    /// Cancels the publisher because no more values are needed.
    ///
    /// Returns false if the subscription had already ended.
    func finish() -> Bool {
        guard case .subscribed(let upstream) = take().phase else { return false }
        upstream.cancel()
        return true
    }

    /// Ends it.
    ///
    /// Returns its contents, to be released outside of the lock.
    private func take() -> State {
        state.withLock { state in
            status.set(.over)
            defer { state = State(phase: .ended) }
            return state
        }
    }
}

extension UpstreamSubscription: EndingSubscriber {
    var hasEnded: Bool { isOver }
}
#endif
