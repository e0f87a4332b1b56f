// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher of values that no other value follows within an interval.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The interval without another value.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// The scheduler that delivers the values and the completion.
        public let scheduler: Context
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher of values that no other value follows within `dueTime`.
        public init(
            upstream: Upstream,
            dueTime: Context.SchedulerTimeType.Stride,
            scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Requests unlimited values.
        ///
        /// The completion is delivered at once and drops a pending value. A value without demand is
        /// dropped too.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let count = Lock(0)
            let downstream = DownstreamSubscription(subscriber, overflow: .drop)
            let next = {
                count.withLock { count in
                    count += 1
                    return count
                }
            }
            let inner = UpstreamSubscriber<Output, Failure>(subscription: UpstreamSubscription(demand: .unlimited)) {
                completion in
                _ = next()
                scheduler.schedule(options: options) { downstream.send(completion: completion) }
            } onValue: { value in
                let number = next()
                let due = scheduler.now.advanced(by: dueTime)
                scheduler.schedule(after: due, tolerance: scheduler.minimumTolerance, options: options) {
                    if count.withLock({ $0 }) == number { downstream.send(value) }
                }
                return .none
            }
            downstream.open(DownstreamHandlers(onCancel: inner.subscription.cancel))
            upstream.subscribe(inner)
        }
    }
}

@available(*, unavailable)
extension Publishers.Debounce: Sendable {}

extension Publisher {
    /// Publishes a value, on a scheduler, if no other value follows it within `dueTime`.
    public func debounce<S>(
        for dueTime: S.SchedulerTimeType.Stride,
        scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> where S: Scheduler {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}
#endif
