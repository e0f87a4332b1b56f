// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A subscriber whose type is erased, or that is made of closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    /// Tells it apart as the subscriber that it was made of.
    public let combineIdentifier: CombineIdentifier
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void

    /// Erases the type of a subscriber.
    public init<S>(_ s: S) where S: Subscriber, Input == S.Input, Failure == S.Failure {
        combineIdentifier = s.combineIdentifier
        onSubscription = s.receive(subscription:)
        onValue = s.receive
        onCompletion = s.receive(completion:)
    }

    /// Makes a subscriber that hands everything to a subject, which requests it.
    public init<S>(_ s: S) where S: Subject, Input == S.Output, Failure == S.Failure {
        self.init(receiveSubscription: s.send(subscription:)) { value in
            s.send(value)
            return .none
        } receiveCompletion: { completion in
            s.send(completion: completion)
        }
    }

    /// Makes a subscriber of closures; without the first it requests everything, without the second
    /// it requests no more.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        combineIdentifier = CombineIdentifier()
        onSubscription = receiveSubscription ?? { $0.request(.unlimited) }
        onValue = receiveValue ?? { _ in .none }
        onCompletion = receiveCompletion ?? { _ in }
    }

    /// Passes the subscription on.
    public func receive(subscription: any Subscription) { onSubscription(subscription) }

    /// Passes a value on.
    public func receive(_ value: Input) -> Subscribers.Demand { onValue(value) }

    /// Passes the end on.
    public func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}

@available(*, unavailable)
extension AnySubscriber: Sendable {}
#endif
