// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A subject that keeps its latest value for later subscribers and later demand.
///
/// Any thread can send, and so can a subscriber while it receives a value: its value is delivered
/// next. All subscribers get values in the same order. A subscriber that requests slowly misses
/// values, but never the latest.
///
/// ```swift
/// let subject = CurrentValueSubject<Int, Never>(1)
/// let subscription = subject.sink { print($0) }  // prints 1
/// subject.value = 2                              // prints 2
/// ```
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    private let core: SubjectCore<Output, Failure>

    /// Makes a subject with an initial value.
    public init(_ value: Output) {
        core = SubjectCore(value, retention: .newest)
    }

    /// The latest value.
    ///
    /// Setting it sends it.
    ///
    /// After completion it can still be set, but subscribers don't get it.
    public var value: Output {
        get {
            guard let value = core.value else {
                preconditionFailure(
                    "A CurrentValueSubject has no value. This is a bug in PublisherKit; please report it."
                )
            }
            return value
        }
        set { core.send(newValue, isAssigned: true) }
    }

    /// Delivers the latest value, then the values sent from now on.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        core.add(subscriber, keeping: self)
    }

    /// Stores a value as the latest one and delivers it.
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

    /// Requests unlimited values from a publisher.
    ///
    /// The subscription is cancelled when this subject completes or is released.
    public func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}
#endif
