// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Delivers values until another publisher delivers one.
    public typealias PrefixUntilOutput<Upstream: Publisher, Other: Publisher> = PrefixWhile<Upstream>
    /// Leaves out values until another publisher delivers one.
    public typealias DropUntilOutput<Upstream: Publisher, Other: Publisher> = PrefixWhile<Upstream>
    /// Ends when no value has come for some time.
    public typealias Timeout<Upstream: Publisher, Context: Scheduler> = PrefixWhile<Upstream>
}

extension Publisher {
    /// Delivers values until another publisher delivers one, which is the end and cancels this
    /// publisher.
    ///
    /// The end of the other publisher, or its failure, changes nothing.
    public func prefix<P>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> where P: Publisher {
        Publishers.PrefixWhile(self) { upstream, subscriber in
            let downstream = DownstreamSubscription(subscriber)
            let (subscription, otherSubscription) = (UpstreamSubscription(), UpstreamSubscription(demand: .max(1)))
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription) { completion in
                otherSubscription.cancel()
                downstream.send(completion: completion)
            } onValue: { value in
                downstream.send(value)
                return .none
            }
            let other = UpstreamSubscriber<P.Output, P.Failure>(subscription: otherSubscription, onCompletion: { _ in })
            { _ in
                subscription.cancel()
                otherSubscription.cancel()
                downstream.send(completion: .finished)
                return .none
            }
            let cancel = {
                subscription.cancel()
                otherSubscription.cancel()
            }
            downstream.open(DownstreamHandlers(onRequest: subscription.request, onCancel: cancel))
            publisher.subscribe(other)
            upstream.subscribe(inner)
        }
    }

    /// Leaves out values until another publisher delivers one, and then delivers what comes.
    ///
    /// What is left out uses up no demand. If the other publisher ends without a value, that is the
    /// end.
    public func drop<P>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P: Publisher, Failure == P.Failure {
        Publishers.PrefixWhile(self) { upstream, subscriber in
            let downstream = DownstreamSubscription(subscriber)
            let (subscription, otherSubscription) = (UpstreamSubscription(), UpstreamSubscription(demand: .max(1)))
            let isOpen = SubscriptionStatus()
            let end = { (completion: Subscribers.Completion<Failure>) in
                subscription.cancel()
                otherSubscription.cancel()
                downstream.send(completion: completion)
            }
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription, onCompletion: end) { value in
                guard isOpen.isActive else { return .max(1) }
                downstream.send(value)
                return .none
            }
            let other = UpstreamSubscriber<P.Output, Failure>(subscription: otherSubscription) { completion in
                if !isOpen.isActive { end(completion) }
            } onValue: { _ in
                isOpen.set(.active)
                otherSubscription.cancel()
                return .none
            }
            let cancel = {
                subscription.cancel()
                otherSubscription.cancel()
            }
            downstream.open(DownstreamHandlers(onRequest: subscription.request, onCancel: cancel))
            publisher.subscribe(other)
            upstream.subscribe(inner)
        }
    }

    /// Ends on a scheduler when no value has come for `interval` since the last one or the
    /// subscription, and cancels this publisher; values and end are delivered on the scheduler too.
    ///
    /// - Parameters:
    ///   - interval: how long to wait for a value.
    ///   - scheduler: whose time counts, and where values and end are delivered.
    ///   - options: those of the scheduler.
    ///   - customError: makes the failure to end with; without it the end is no failure.
    public func timeout<S>(
        _ interval: S.SchedulerTimeType.Stride,
        scheduler: S,
        options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> where S: Scheduler {
        Publishers.PrefixWhile(self) { upstream, subscriber in
            let downstream = DownstreamSubscription(subscriber)
            let subscription = UpstreamSubscription()
            let due = Lock(scheduler.now.advanced(by: interval))
            /// One closure waits at a time; it finds out whether a value came meanwhile.
            func wait(until date: S.SchedulerTimeType) {
                scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options) {
                    [weak downstream, weak subscription] in
                    guard let downstream, let subscription, !subscription.isOver else { return }
                    let next = due.withLock { $0 }
                    if next > scheduler.now { return wait(until: next) }
                    subscription.cancel()
                    downstream.send(completion: customError.map { .failure($0()) } ?? .finished)
                }
            }
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription) { completion in
                downstream.send(completion: completion)
            } onValue: { value in
                due.withLock { $0 = scheduler.now.advanced(by: interval) }
                downstream.send(value)
                return .none
            }
            downstream.open(
                DownstreamHandlers(
                    onRequest: subscription.request,
                    onCancel: subscription.cancel,
                    execute: { scheduler.schedule(options: options, $0) }
                )
            )
            wait(until: due.withLock { $0 })
            upstream.subscribe(inner)
        }
    }
}
#endif
