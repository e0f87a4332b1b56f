// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A subject that delivers values to its current subscribers and stores none.
///
/// A subscriber without demand misses a value. Any thread can send, and so can a subscriber while
/// it receives a value: its value is delivered next. All subscribers get values in the same order.
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

    /// Delivers the values sent from now on.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        core.add(subscriber, keeping: self)
    }

    /// Delivers a value to every subscriber with demand.
    ///
    /// Does nothing after completion.
    public func send(_ value: Output) {
        core.send(value)
    }

    /// Completes all subscriptions, and later ones at once.
    ///
    /// Does nothing after completion.
    public func send(completion: Subscribers.Completion<Failure>) {
        core.send(completion: completion)
    }

    /// Requests unlimited values from a publisher, once a subscriber has requested values.
    ///
    /// The subscription is cancelled when this subject completes or is released.
    public func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }
}

extension PassthroughSubject: Sendable where Output: Sendable {}
#endif
