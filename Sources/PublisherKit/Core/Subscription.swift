// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The connection of a subscriber and a publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Requests this many values more; callable from any thread, also while a value is received.
    /// None requests nothing.
    func request(_ demand: Subscribers.Demand)
}
#endif
