// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers what is sent to whoever subscribes then, and keeps nothing.
///
/// A subscriber that has not requested a value when it is sent does not get it. Any thread may
/// send, and so may a subscriber while it receives: what it sends is delivered next. Each
/// subscriber gets all in the same order.
///
/// ```swift
/// let subject = PassthroughSubject<Int, Never>()
/// let subscription = subject.sink { print($0) }
/// subject.send(1)  // prints 1
/// ```
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    private let core = SubjectCore<Output, Failure>(retention: .none)

    /// Makes a subject without subscribers.
    public init() {}

    /// Delivers what is sent from now on.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        core.add(subscriber, keeping: self)
    }

    /// Delivers a value to all who requested one; after the end it does nothing.
    public func send(_ value: Output) {
        core.send(value)
    }

    /// Ends all subscriptions, and each later one at once; after the end it does nothing.
    public func send(completion: Subscribers.Completion<Failure>) {
        core.send(completion: completion)
    }

    /// Requests everything from a publisher once a subscriber has requested something; the
    /// subscription is cancelled when this subject ends or is dropped.
    public func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }
}

extension PassthroughSubject: Sendable where Output: Sendable {}
#endif
