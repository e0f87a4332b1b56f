// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher that apps send values to.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to all subscribers.
    func send(_ value: Output)

    /// Completes all subscriptions, and later ones at once.
    func send(completion: Subscribers.Completion<Failure>)

    /// Adds the subscription of an upstream publisher.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends a void value to all subscribers.
    public func send() { send(()) }
}
#endif
