// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Subscribes, requests and cancels on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The scheduler on which the upstream is subscribed to, requested from and cancelled.
        public let scheduler: Context
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that subscribes on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Delivers on whichever thread the upstream does.
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

/// A subscription that is requested from and cancelled on a scheduler, once there is one.
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
