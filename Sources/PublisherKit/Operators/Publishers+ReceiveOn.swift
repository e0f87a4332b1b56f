// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that delivers events on a scheduler.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The scheduler that delivers the values and the completion.
        public let scheduler: Context
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delivers events on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Delivers values and completion in order, one at a time.
        ///
        /// Events that accumulate before the scheduler runs are delivered together.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let downstream = DownstreamSubscription(subscriber)
            let inner = UpstreamSubscriber<Output, Failure>(onCompletion: { downstream.send(completion: $0) }) {
                value in
                downstream.send(value)
                return .none
            }
            downstream.open(
                DownstreamHandlers(
                    onRequest: inner.subscription.request,
                    onCancel: inner.subscription.cancel,
                    execute: { scheduler.schedule(options: options, $0) }
                )
            )
            upstream.subscribe(inner)
        }
    }
}

@available(*, unavailable)
extension Publishers.ReceiveOn: Sendable {}

extension Publisher {
    /// Delivers values and completion on a scheduler.
    public func receive<S>(
        on scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> where S: Scheduler {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}
#endif
