// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The subscriber of an operator's upstream.
///
/// A publisher delivers one event at a time, so what handles them may have variables without a
/// lock. What comes before the subscription, unless that is allowed, or after the end or the
/// cancellation is ignored. The publisher alone keeps it.
final class UpstreamSubscriber<Input, Failure: Error>: Subscriber {
    /// The subscription of the publisher, which the downstream gets.
    let subscription: UpstreamSubscription
    private let takesEarlyEvents: Bool
    private let onSubscription: ((any Subscription) -> Void)?
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void
    private let onValue: (Input) -> Subscribers.Demand

    /// - Parameters:
    ///   - subscription: The subscription that the downstream gets.
    ///   - takesEarlyEvents: True if events count that come before the subscription.
    ///   - onSubscription: Called with the subscription of the publisher, before anything is
    ///     requested from it.
    ///   - onCompletion: Called at the end.
    ///   - onValue: Called with each value; returns the number of values that are needed beyond it.
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

    /// Serves a subscriber that requests and cancels by itself.
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

    /// Passes the end on as it is.
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

    /// Leaves values out.
    convenience init(to subscriber: any Subscriber<Input, Failure>, where isIncluded: @escaping (Input) -> Bool) {
        self.init(to: subscriber, onCompletion: subscriber.receive(completion:)) { value in
            isIncluded(value) ? subscriber.receive(value) : .max(1)
        }
    }

    /// Passes on what a function makes of values, unless it makes nothing.
    convenience init<Output>(
        to subscriber: any Subscriber<Output, Failure>,
        compacting transform: @escaping (Input) -> Output?
    ) {
        self.init(to: subscriber, onCompletion: subscriber.receive(completion:)) { value in
            if let output = transform(value) { subscriber.receive(output) } else { .max(1) }
        }
    }

    /// Calls closures with everything, without a subscriber behind it.
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
