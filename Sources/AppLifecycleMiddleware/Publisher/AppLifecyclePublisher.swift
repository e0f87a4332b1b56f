// SPDX-License-Identifier: MIT

/// A source of lifecycle events for an ``AppLifecycleMiddleware``.
///
/// Rex has a publisher for each platform: `NotificationCenter` with UIKit, AppKit or WatchKit, and
/// `SignalPublisher` elsewhere. For a test or preview, write one:
///
/// ```swift
/// struct AlwaysActive: AppLifecyclePublisher {
///     func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
///         receiver.send(.willEnterForeground)
///         receiver.send(.didBecomeActive)
///         return {}
///     }
/// }
/// ```
public protocol AppLifecyclePublisher: Sendable {
    /// Sends lifecycle events to `receiver` until the returned function is called.
    ///
    /// It is called once for each store, while the store is being made. It may send actions before
    /// it returns. Afterwards it may send them from any thread, one at a time.
    ///
    /// - Returns: A function that ends the subscription. It is called once, on any thread.
    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void
}
