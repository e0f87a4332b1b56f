// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Delivers at most one value in each span of time.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The span of time.
        public let interval: Context.SchedulerTimeType.Stride
        /// The scheduler on which values and end are delivered.
        public let scheduler: Context
        /// True if the last value of a span is delivered, false if the first one is.
        public let latest: Bool

        /// Makes a publisher that delivers one value in each `interval`.
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

        /// Requests everything at once.
        ///
        /// The first value is delivered as soon as the scheduler runs, and one that still waits at
        /// the end comes before the end.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let (latest, interval, scheduler) = (latest, interval, scheduler)
            /// The value that waits, and when the next one may be delivered.
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
    /// Delivers, on a scheduler, the last or the first value of each `interval`.
    public func throttle<S>(
        for interval: S.SchedulerTimeType.Stride,
        scheduler: S,
        latest: Bool
    ) -> Publishers.Throttle<Self, S> where S: Scheduler {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
#endif
