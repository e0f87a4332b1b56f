// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The publishers that are being merged.
private struct Members {
    var isOpen = true
    /// The subscription to the publisher of publishers, until it has completed.
    var source: UpstreamSubscription?
    var inner: [Int: UpstreamSubscription] = [:]
    var lastID = 0
}

/// Merges publishers that arrive over time, and delivers their values to one subscriber.
final class MergeCoordinator<Output, Failure: Error> {
    private let downstream: DownstreamSubscription<Output, Failure>
    /// Whether a new publisher replaces the previous one, instead of joining the others.
    private let isSwitching: Bool
    private let members = Lock(Members())

    init(_ subscriber: any Subscriber<Output, Failure>, isSwitching: Bool) {
        downstream = DownstreamSubscription(subscriber)
        self.isSwitching = isSwitching
    }

    /// Subscribes to `upstream`, and to the publisher that `transform` returns for each of its
    /// values.
    func open<Upstream: Publisher, Inner: Publisher>(
        _ upstream: Upstream,
        demand: Subscribers.Demand,
        transform: @escaping (Upstream.Output) -> Inner
    ) where Upstream.Failure == Failure, Inner.Output == Output, Inner.Failure == Failure {
        let outer = UpstreamSubscriber<Upstream.Output, Failure>(subscription: UpstreamSubscription(demand: demand)) {
            [self] completion in
            end(of: nil, completion)
        } onValue: { [self] value in
            join(transform(value))
            return .none
        }
        let subscription = outer.subscription
        members.withLock { $0.source = subscription }
        downstream.open(DownstreamHandlers(onRequest: forward, onCancel: close, onDelivery: requestOne))
        upstream.subscribe(outer)
    }

    private func join<Inner: Publisher>(_ publisher: Inner) where Inner.Output == Output, Inner.Failure == Failure {
        let isLimited = !isSwitching && downstream.outstanding != .unlimited
        let subscription = UpstreamSubscription()
        let (id, replaced): (Int?, [UpstreamSubscription]) = members.withLock { members in
            guard members.isOpen else { return (nil, []) }
            let replaced = isSwitching ? Array(members.inner.values) : []
            if isSwitching { members.inner = [:] }
            members.lastID += 1
            members.inner[members.lastID] = subscription
            return (members.lastID, replaced)
        }
        guard let id else { return }
        for subscription in replaced { subscription.cancel() }
        // With limited demand, each publisher has at most one pending value.
        let demand = isLimited ? .max(1) : downstream.outstanding
        if demand > .none { subscription.request(demand) }
        publisher.subscribe(
            UpstreamSubscriber<Output, Failure>(subscription: subscription) { [self] completion in
                end(of: id, completion)
            } onValue: { [downstream] value in
                downstream.send(value, tag: isLimited ? id : 0)
                return .none
            }
        )
    }

    /// Requests another value after a value of a publisher with limited demand has been delivered.
    private func requestOne(of id: Int) {
        members.withLock { $0.inner[id] }?.request(.max(1))
    }

    private func forward(_ demand: Subscribers.Demand) {
        guard isSwitching || demand == .unlimited else { return }
        for subscription in members.withLock({ Array($0.inner.values) }) { subscription.request(demand) }
    }

    /// Handles the completion of a publisher, or of the upstream publisher if `id` is nil.
    private func end(of id: Int?, _ completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
            close()
            return downstream.send(completion: completion, isUrgent: true)
        }
        let (isDone, source) = members.withLock { members in
            if let id { members.inner[id] = nil } else { members.source = nil }
            return (members.isOpen && members.source == nil && members.inner.isEmpty, members.source)
        }
        if isDone { downstream.send(completion: .finished) } else if id != nil { source?.request(.max(1)) }
    }

    private func close() {
        let ended = members.withLock { members in
            defer { members = Members(isOpen: false) }
            return members
        }
        ended.source?.cancel()
        for subscription in ended.inner.values { subscription.cancel() }
    }
}
#endif
