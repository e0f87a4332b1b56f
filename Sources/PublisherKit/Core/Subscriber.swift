// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Receives values from a publisher, as many as it requests.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The type of values that it receives.
    associatedtype Input
    /// The type of error that its publisher may fail with.
    associatedtype Failure: Error

    /// Receives the subscription, to request values and to cancel. The publisher calls this first.
    func receive(subscription: any Subscription)

    /// Receives a value. Returns the additional demand.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Receives the completion. The publisher calls this last.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Receives a void value.
    ///
    /// Returns the additional demand.
    public func receive() -> Subscribers.Demand { receive(()) }
}
#endif
