// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that subscribes, requests and cancels on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The scheduler that subscribes to, requests from and cancels the upstream publisher.
        public let scheduler: Context
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that subscribes on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Delivers events on the threads of the upstream publisher.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let subscription = UpstreamSubscription()
            let schedule = { (body: @escaping () -> Void) in scheduler.schedule(options: options, body) }
            subscriber.receive(subscription: ScheduledSubscription(subscription, schedule))
            schedule {
                upstream.subscribe(
                    UpstreamSubscriber<Output, Failure>(
                        subscription: subscription,
                        onCompletion: subscriber.receive(completion:),
                        onValue: subscriber.receive
                    )
                )
            }
        }
    }
}

/// A subscription that requests and cancels on a scheduler.
private final class ScheduledSubscription: Subscription {
    private let subscription: UpstreamSubscription
    private let schedule: (@escaping () -> Void) -> Void

    init(_ subscription: UpstreamSubscription, _ schedule: @escaping (@escaping () -> Void) -> Void) {
        self.subscription = subscription
        self.schedule = schedule
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        if !subscription.requestLater(demand) { schedule { [subscription] in subscription.request(demand) } }
    }

    func cancel() {
        schedule(subscription.cancel)
    }
}

@available(*, unavailable)
extension Publishers.SubscribeOn: Sendable {}

extension Publisher {
    /// Subscribes to this publisher, requests from it and cancels it on a scheduler.
    public func subscribe<S>(
        on scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> where S: Scheduler {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}
#endif
