// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A type-erased subscriber, or one made of closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    /// The identifier of the original subscriber.
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

    /// Makes a subscriber that sends everything to a subject.
    ///
    /// The subject requests the values.
    public init<S>(_ s: S) where S: Subject, Input == S.Output, Failure == S.Failure {
        self.init(receiveSubscription: s.send(subscription:)) { value in
            s.send(value)
            return .none
        } receiveCompletion: { completion in
            s.send(completion: completion)
        }
    }

    /// Makes a subscriber from closures.
    ///
    /// Without `receiveSubscription`, it requests unlimited values. Without `receiveValue`, it
    /// requests no additional values.
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

    /// Calls the closure for the subscription.
    public func receive(subscription: any Subscription) { onSubscription(subscription) }

    /// Calls the closure for values.
    public func receive(_ value: Input) -> Subscribers.Demand { onValue(value) }

    /// Calls the closure for the completion.
    public func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}

@available(*, unavailable)
extension AnySubscriber: Sendable {}
#endif
