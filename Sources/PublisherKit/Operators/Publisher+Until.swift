// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher that finishes when another publisher publishes a value.
    public typealias PrefixUntilOutput<Upstream: Publisher, Other: Publisher> = PrefixWhile<Upstream>
    /// A publisher that drops values until another publisher publishes a value.
    public typealias DropUntilOutput<Upstream: Publisher, Other: Publisher> = PrefixWhile<Upstream>
    /// A publisher that completes if no value arrives within an interval.
    public typealias Timeout<Upstream: Publisher, Context: Scheduler> = PrefixWhile<Upstream>
}

extension Publisher {
    /// Republishes values until another publisher publishes a value.
    ///
    /// Then finishes, and cancels this publisher.
    ///
    /// A completion of the other publisher has no effect.
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

    /// Drops values until another publisher publishes a value, then republishes the following
    /// values.
    ///
    /// Dropped values don't use up demand. If the other publisher completes without a value, this
    /// completes too.
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

    /// Completes, on a scheduler, if no value arrives within `interval` after the subscription or
    /// the previous value.
    ///
    /// Cancels this publisher. Values and completion are also delivered on the scheduler.
    ///
    /// - Parameters:
    ///   - interval: The time to wait for a value.
    ///   - scheduler: Measures the time, and delivers the values and the completion.
    ///   - options: The options for the scheduler.
    ///   - customError: Returns the failure for a timeout. If nil, a timeout finishes normally.
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
            /// Only one closure waits at a time. When it runs, it checks whether a value has
            /// arrived in the meantime.
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
