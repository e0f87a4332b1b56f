// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Delivers a value once no other has followed it for some time.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The time in which no other value may follow.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// The scheduler on which values and end are delivered.
        public let scheduler: Context
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delivers what no other value follows within `dueTime`.
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

        /// Requests everything; the end comes at once, and a value that still waits is lost, like
        /// one not requested.
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
    /// Delivers a value, on a scheduler, once no other has followed it for `dueTime`.
    public func debounce<S>(
        for dueTime: S.SchedulerTimeType.Stride,
        scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> where S: Scheduler {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}
#endif
