// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Subscribes, requests and cancels on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// It fails as its upstream does.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where the upstream is subscribed to, requested from and cancelled.
        public let scheduler: Context
        /// How the scheduler is to run these calls.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that subscribes on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Delivers on whichever thread the upstream does.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let outlet = Outlet(subscriber)
            let inlet = Inlet<Output, Failure>(onCompletion: { outlet.send(completion: $0) }) { value in
                outlet.send(value)
                return .none
            }
            let bond = inlet.bond
            outlet.open(
                Handlers(
                    onRequest: { demand in
                        if bond.requestLater(demand) { return }
                        scheduler.schedule(options: options) { bond.request(demand) }
                    },
                    onCancel: { scheduler.schedule(options: options) { bond.cancel() } }
                )
            )
            scheduler.schedule(options: options) { upstream.subscribe(inlet) }
        }
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
