// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers what is sent, and keeps the newest value for those who come or request later.
///
/// Any thread may send, and so may a subscriber while it receives: what it sends is delivered next.
/// Each subscriber gets all in the same order; one that is slow to request skips values, but never
/// the newest.
///
/// ```swift
/// let subject = CurrentValueSubject<Int, Never>(1)
/// let subscription = subject.sink { print($0) }  // prints 1
/// subject.value = 2                              // prints 2
/// ```
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    private let core: SubjectCore<Output, Failure>

    /// Makes a subject whose newest value is this one.
    public init(_ value: Output) {
        core = SubjectCore(value, retention: .newest)
    }

    /// The newest value; setting it sends it.
    ///
    /// After the end it can still be set, and nobody gets it.
    public var value: Output {
        get {
            guard let value = core.value else {
                preconditionFailure("A CurrentValueSubject lost its value, which is an error of PublisherKit.")
            }
            return value
        }
        set { core.send(newValue, isAssigned: true) }
    }

    /// Delivers the newest value, then what is sent from now on.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        core.add(subscriber, keeping: self)
    }

    /// Makes a value the newest and delivers it; after the end it does nothing.
    public func send(_ value: Output) {
        core.send(value)
    }

    /// Ends all subscriptions, and each later one at once; after the end it does nothing.
    public func send(completion: Subscribers.Completion<Failure>) {
        core.send(completion: completion)
    }

    /// Requests everything from a publisher; the subscription is cancelled when this subject ends
    /// or is dropped.
    public func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}
#endif
