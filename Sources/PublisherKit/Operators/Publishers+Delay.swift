// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher that delays all events, on a scheduler.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The delay.
        public let interval: Context.SchedulerTimeType.Stride
        /// The tolerance of the delay.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// The scheduler that delivers the values and the completion.
        public let scheduler: Context
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delays all events by `interval`.
        public init(
            upstream: Upstream,
            interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride,
            scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Preserves the order, even on a scheduler that doesn't.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let delayed = Lock(Queue<() -> Void>())
            let later = { (deliver: @escaping () -> Void) in
                delayed.withLock { $0.append(deliver) }
                scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options)
                {
                    delayed.withLock { $0.popFirst() }?()
                }
            }
            let downstream = DownstreamSubscription(subscriber)
            let inner = UpstreamSubscriber<Output, Failure> { completion in
                later { downstream.send(completion: completion) }
            } onValue: { value in
                later { downstream.send(value) }
                return .none
            }
            downstream.open(
                DownstreamHandlers(onRequest: inner.subscription.request, onCancel: inner.subscription.cancel)
            )
            upstream.subscribe(inner)
        }
    }
}

@available(*, unavailable)
extension Publishers.Delay: Sendable {}

extension Publisher {
    /// Delays values and completion by `interval`, on a scheduler.
    public func delay<S>(
        for interval: S.SchedulerTimeType.Stride,
        tolerance: S.SchedulerTimeType.Stride? = nil,
        scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> where S: Scheduler {
        Publishers.Delay(
            upstream: self,
            interval: interval,
            tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler,
            options: options
        )
    }
}
#endif
