// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher whose values are sent from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Delivers a value to all subscribers.
    func send(_ value: Output)

    /// Ends all subscriptions, and each later one at once.
    func send(completion: Subscribers.Completion<Failure>)

    /// Takes the subscription of a publisher whose values are to be sent on.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Delivers the value that says nothing but that something happened.
    public func send() { send(()) }
}
#endif
