// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The end of a publisher inside an operator.
///
/// A publisher delivers one event at a time, so what handles them may have variables without a lock. What comes before the
/// subscription, unless that is allowed, or after the end or the cancellation is ignored. The publisher alone keeps it.
final class UpstreamSubscriber<Input, Failure: Error>: Subscriber {
    /// What is requested and cancelled with.
    let subscription: UpstreamSubscription
    private let takesEarlyEvents: Bool
    private let onSubscription: ((any Subscription) -> Void)?
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void
    private let onValue: (Input) -> Subscribers.Demand

    /// - Parameters:
    ///   - onSubscription: gets the subscription of the publisher, before anything is requested from it.
    ///   - onCompletion: called at the end.
    ///   - onValue: what becomes of a value; returns how many more it needs.
    ///   - takesEarlyEvents: whether events count that come before the subscription.
    init(
        subscription: UpstreamSubscription = UpstreamSubscription(),
        takesEarlyEvents: Bool = false,
        onSubscription: ((any Subscription) -> Void)? = nil,
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        onValue: @escaping (Input) -> Subscribers.Demand
    ) {
        self.subscription = subscription
        self.takesEarlyEvents = takesEarlyEvents
        self.onSubscription = onSubscription
        self.onCompletion = onCompletion
        self.onValue = onValue
    }

    /// An inlet whose subscriber requests and cancels by itself.
    convenience init(
        to subscriber: some Subscriber,
        subscription: UpstreamSubscription = UpstreamSubscription(),
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        onValue: @escaping (Input) -> Subscribers.Demand
    ) {
        self.init(
            subscription: subscription,
            onSubscription: { _ in subscriber.receive(subscription: subscription) },
            onCompletion: onCompletion,
            onValue: onValue
        )
    }

    /// An inlet that passes the end on as it is.
    convenience init<Downstream: Subscriber>(
        to subscriber: Downstream,
        subscription: UpstreamSubscription = UpstreamSubscription(),
        onValue: @escaping (Input) -> Subscribers.Demand
    ) where Downstream.Failure == Failure {
        self.init(
            to: subscriber,
            subscription: subscription,
            onCompletion: subscriber.receive(completion:),
            onValue: onValue
        )
    }

    /// An inlet that leaves values out.
    convenience init(to subscriber: any Subscriber<Input, Failure>, where isIncluded: @escaping (Input) -> Bool) {
        self.init(to: subscriber, onCompletion: subscriber.receive(completion:)) { value in
            isIncluded(value) ? subscriber.receive(value) : .max(1)
        }
    }

    /// An inlet that passes on what a function makes of values, unless it makes nothing.
    convenience init<Output>(
        to subscriber: any Subscriber<Output, Failure>,
        compacting transform: @escaping (Input) -> Output?
    ) {
        self.init(to: subscriber, onCompletion: subscriber.receive(completion:)) { value in
            if let output = transform(value) { subscriber.receive(output) } else { .max(1) }
        }
    }

    /// An inlet that requests everything and hands it over, without a subscriber behind it.
    convenience init(
        subscription: UpstreamSubscription,
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Input) -> Void
    ) {
        self.init(subscription: subscription, takesEarlyEvents: true, onCompletion: receiveCompletion) { value in
            receiveValue(value)
            return .none
        }
    }

    func receive(subscription received: any Subscription) {
        guard let demand = subscription.take(received) else { return }
        onSubscription?(received)
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        subscription.isActive || takesEarlyEvents && !subscription.isOver ? onValue(input) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if subscription.end(onceBegun: !takesEarlyEvents) { onCompletion(completion) }
    }
}
#endif
