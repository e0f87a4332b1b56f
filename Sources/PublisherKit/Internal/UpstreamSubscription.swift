// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The subscription that an operator hands to its subscriber: it passes requests and the
/// cancellation on.
///
/// It holds neither the subscriber nor the closures for values, so keeping a subscription keeps no
/// more than this.
final class UpstreamSubscription: Subscription {
    private enum Phase {
        /// The upstream has sent no subscription yet; the demand waits for it.
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
    ///   - demand: what is requested as soon as there is a subscription.
    ///   - onDemand: called before a demand is passed on.
    ///   - onCancel: called before the cancellation is passed on.
    init(
        demand: Subscribers.Demand = .none,
        onDemand: ((Subscribers.Demand) -> Void)? = nil,
        onCancel: (() -> Void)? = nil
    ) {
        state = Lock(State(phase: .waiting(demand), onDemand: onDemand, onCancel: onCancel))
    }

    /// True while there is a subscription that has not ended.
    var isActive: Bool { status.isActive }

    /// True once it was cancelled or the publisher has ended.
    var isOver: Bool { status.isOver }

    /// Takes the first subscription and returns what was requested before it; any other, or one
    /// that comes late, is cancelled.
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

    /// Requests more as soon as there is a subscription; false, and nothing happens, if there was
    /// one.
    func requestLater(_ demand: Subscribers.Demand) -> Bool {
        state.withLock { state in
            guard case .waiting(let sum) = state.phase else { return false }
            state.phase = .waiting(sum + demand)
            return true
        }
    }

    /// Requests more, now or as soon as there is a subscription.
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

    /// Ends it because the publisher has ended; false if it had ended, or not begun and that is
    /// required.
    func end(onceBegun: Bool) -> Bool {
        switch take().phase {
        case .waiting: !onceBegun
        case .subscribed: true
        case .ended: false
        }
    }

    /// Cancels the publisher because nothing more is wanted; false if it had ended.
    func finish() -> Bool {
        guard case .subscribed(let upstream) = take().phase else { return false }
        upstream.cancel()
        return true
    }

    /// Ends it, and returns its contents, to be released outside of the lock.
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
