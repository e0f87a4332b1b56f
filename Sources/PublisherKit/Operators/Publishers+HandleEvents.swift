// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that calls closures for events and forwards them unchanged.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// Called before the subscription is forwarded.
        public var receiveSubscription: ((any Subscription) -> Void)?
        /// Called before a value is forwarded.
        public var receiveOutput: ((Output) -> Void)?
        /// Called before the completion is forwarded.
        public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        /// Called before cancellation is forwarded.
        public var receiveCancel: (() -> Void)?
        /// Called before demand is forwarded.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Makes a publisher that calls these closures.
        public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Forwards everything unchanged.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let subscription = UpstreamSubscription(onDemand: receiveRequest, onCancel: receiveCancel)
            let inner = UpstreamSubscriber<Output, Failure>(
                subscription: subscription,
                onSubscription: { upstreamSubscription in
                    receiveSubscription?(upstreamSubscription)
                    subscriber.receive(subscription: subscription)
                },
                onCompletion: { completion in
                    receiveCompletion?(completion)
                    subscriber.receive(completion: completion)
                },
                onValue: { value in
                    receiveOutput?(value)
                    let more = subscriber.receive(value)
                    if more > .none { receiveRequest?(more) }
                    return more
                }
            )
            upstream.subscribe(inner)
        }
    }
}

@available(*, unavailable)
extension Publishers.HandleEvents: Sendable {}

extension Publisher {
    /// Calls closures for events before forwarding them.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Called with the subscription.
    ///   - receiveOutput: Called with each value.
    ///   - receiveCompletion: Called with the completion.
    ///   - receiveCancel: Called on cancellation, unless the publisher has completed.
    ///   - receiveRequest: Called with each demand, including the additional demand that a value
    ///     returns.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self,
            receiveSubscription: receiveSubscription,
            receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion,
            receiveCancel: receiveCancel,
            receiveRequest: receiveRequest
        )
    }
}
#endif
