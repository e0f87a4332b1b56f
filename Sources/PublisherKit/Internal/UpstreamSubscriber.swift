// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The subscriber of an operator's upstream publisher.
///
/// A publisher delivers one event at a time, so the closures can use variables without a lock.
/// Events before the subscription (unless `takesEarlyEvents`) and after completion or cancellation
/// are ignored. Only the publisher keeps this subscriber alive.
final class UpstreamSubscriber<Input, Failure: Error>: Subscriber {
    /// The subscription to the upstream publisher, which the downstream subscriber gets.
    let subscription: UpstreamSubscription
    private let takesEarlyEvents: Bool
    private let onSubscription: ((any Subscription) -> Void)?
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void
    private let onValue: (Input) -> Subscribers.Demand

    /// - Parameters:
    ///   - subscription: The subscription that the downstream subscriber gets.
    ///   - takesEarlyEvents: Whether to accept events before the subscription.
    ///   - onSubscription: Called with the upstream publisher's subscription, before any demand.
    ///   - onCompletion: Called with the completion.
    ///   - onValue: Called with each value. Returns the additional demand.
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

    /// Serves a subscriber, which requests values and cancels by itself.
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

    /// Forwards the completion unchanged.
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

    /// Filters values.
    convenience init(to subscriber: any Subscriber<Input, Failure>, where isIncluded: @escaping (Input) -> Bool) {
        self.init(to: subscriber, onCompletion: subscriber.receive(completion:)) { value in
            isIncluded(value) ? subscriber.receive(value) : .max(1)
        }
    }

    /// Transforms values and drops nil results.
    convenience init<Output>(
        to subscriber: any Subscriber<Output, Failure>,
        compacting transform: @escaping (Input) -> Output?
    ) {
        self.init(to: subscriber, onCompletion: subscriber.receive(completion:)) { value in
            if let output = transform(value) { subscriber.receive(output) } else { .max(1) }
        }
    }

    /// Calls closures for all events, without a downstream subscriber.
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
        if subscription.end(onceSubscribed: !takesEarlyEvents) { onCompletion(completion) }
    }
}
#endif
