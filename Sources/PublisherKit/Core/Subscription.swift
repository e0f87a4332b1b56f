// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The connection of a subscriber to a publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Adds to the demand. Can be called from any thread, even while a value is received. `none`
    /// requests nothing.
    func request(_ demand: Subscribers.Demand)
}
#endif
