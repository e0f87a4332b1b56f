// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The publishers that are being merged.
private struct Members {
    var isOpen = true
    /// The subscription of the publisher of publishers, until it has ended.
    var source: UpstreamSubscription?
    var inner: [Int: UpstreamSubscription] = [:]
    var lastID = 0
}

/// Delivers to one subscriber what many publishers deliver, which come one by one while others
/// still run.
final class MergeCoordinator<Output, Failure: Error> {
    private let downstream: DownstreamSubscription<Output, Failure>
    /// True if a new publisher replaces the one before it, false if it joins those that are there.
    private let isSwitching: Bool
    private let members = Lock(Members())

    init(_ subscriber: any Subscriber<Output, Failure>, isSwitching: Bool) {
        downstream = DownstreamSubscription(subscriber)
        self.isSwitching = isSwitching
    }

    /// Takes what each of the publishers delivers which `upstream` makes publishers of.
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
        downstream.open(DownstreamHandlers(onRequest: passOn, onCancel: close, onDelivery: requestOne))
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
        // With a limit each publisher has at most one value that waits to be requested.
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

    /// A value of a publisher with a limit has been delivered.
    private func requestOne(of id: Int) {
        members.withLock { $0.inner[id] }?.request(.max(1))
    }

    private func passOn(_ demand: Subscribers.Demand) {
        guard isSwitching || demand == .unlimited else { return }
        for subscription in members.withLock({ Array($0.inner.values) }) { subscription.request(demand) }
    }

    /// One publisher has ended, or with nil the one that they come from.
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
