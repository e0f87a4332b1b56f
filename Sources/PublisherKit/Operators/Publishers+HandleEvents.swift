// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Calls closures with what passes, and changes nothing of it.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// Called before the subscription is passed on.
        public var receiveSubscription: ((any Subscription) -> Void)?
        /// Called before a value is passed on.
        public var receiveOutput: ((Output) -> Void)?
        /// Called before the end is passed on.
        public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        /// Called before a cancellation is passed on.
        public var receiveCancel: (() -> Void)?
        /// Called before a demand is passed on.
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

        /// Passes everything on as it is.
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
    /// Calls closures with what passes, before it is passed on.
    ///
    /// - Parameters:
    ///   - receiveSubscription: gets the subscription.
    ///   - receiveOutput: gets each value.
    ///   - receiveCompletion: gets the end.
    ///   - receiveCancel: called at the cancellation, unless the end came first.
    ///   - receiveRequest: gets each demand, also those that answer a value.
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
