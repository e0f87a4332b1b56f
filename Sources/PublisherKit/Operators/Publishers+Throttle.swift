// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher of at most one value per interval.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The interval.
        public let interval: Context.SchedulerTimeType.Stride
        /// The scheduler that delivers the values and the completion.
        public let scheduler: Context
        /// Whether to publish the last value of an interval instead of the first.
        public let latest: Bool

        /// Makes a publisher of at most one value per `interval`.
        public init(
            upstream: Upstream,
            interval: Context.SchedulerTimeType.Stride,
            scheduler: Context,
            latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Requests unlimited values at once.
        ///
        /// The first value is delivered as soon as the scheduler runs. A value that is pending at
        /// completion is delivered before the completion.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let (latest, interval, scheduler) = (latest, interval, scheduler)
            /// The pending value, and the time of the next delivery.
            let state = Lock<(pending: Output?, next: Context.SchedulerTimeType?)>((nil, nil))
            let downstream = DownstreamSubscription(subscriber, overflow: .drop)
            let deliver = {
                let value: Output? = state.withLock { state in
                    guard let value = state.pending.take() else { return nil }
                    state.next = scheduler.now.advanced(by: interval)
                    return value
                }
                if let value { downstream.send(value) }
            }
            let inner = UpstreamSubscriber<Output, Failure>(subscription: UpstreamSubscription(demand: .unlimited)) {
                completion in
                scheduler.schedule {
                    deliver()
                    downstream.send(completion: completion)
                }
            } onValue: { value in
                let (isFirst, next, lost) = state.withLock { state in
                    let waiting = state.pending
                    if waiting == nil || latest { state.pending = value }
                    return (waiting == nil, state.next, waiting)
                }
                withExtendedLifetime(lost) {}
                guard isFirst else { return .none }
                if let next {
                    scheduler.schedule(after: next, deliver)
                } else {
                    scheduler.schedule(deliver)
                }
                return .none
            }
            downstream.open(DownstreamHandlers(onCancel: inner.subscription.cancel))
            upstream.subscribe(inner)
        }
    }
}

@available(*, unavailable)
extension Publishers.Throttle: Sendable {}

extension Publisher {
    /// Publishes the last or the first value of each `interval`, on a scheduler.
    public func throttle<S>(
        for interval: S.SchedulerTimeType.Stride,
        scheduler: S,
        latest: Bool
    ) -> Publishers.Throttle<Self, S> where S: Scheduler {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
#endif
