// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The closures of an operator that a ``DownstreamSubscription`` calls, and releases at the end.
struct DownstreamHandlers {
    /// Called with each demand.
    var onRequest: ((Subscribers.Demand) -> Void)?
    /// Called at the cancellation.
    var onCancel: (() -> Void)?
    /// Called with the tag of a value that has been delivered.
    var onDelivery: ((Int) -> Void)?
    /// Delivers elsewhere, by calling what it gets there.
    var execute: ((@escaping () -> Void) -> Void)?
}
#endif
