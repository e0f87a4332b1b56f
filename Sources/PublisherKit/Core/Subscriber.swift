// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Receives what a publisher delivers, as much as it requests.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The values that it takes.
    associatedtype Input
    /// The errors with which its publisher may end.
    associatedtype Failure: Error

    /// Gets the means to request values and to cancel; the first call that a publisher makes.
    func receive(subscription: any Subscription)

    /// Gets a value, and returns how many it takes beyond those that it requested already.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Gets the end; the last call that a publisher makes.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Gets the value that says nothing but that something happened.
    public func receive() -> Subscribers.Demand { receive(()) }
}
#endif
