// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The closures of an operator that a ``DownstreamSubscription`` calls.
///
/// They are released at the end.
struct DownstreamHandlers {
    /// Called with each demand.
    var onRequest: ((Subscribers.Demand) -> Void)?
    /// Called on cancellation.
    var onCancel: (() -> Void)?
    /// Called with the tag of a value after its delivery.
    var onDelivery: ((Int) -> Void)?
    /// Runs its argument, which delivers events, on a scheduler.
    var execute: ((@escaping () -> Void) -> Void)?
}
#endif
