// SPDX-License-Identifier: MIT

/// The source of the events of an app's life, for an ``AppLifecycleMiddleware``.
///
/// Rex has a publisher for each platform: `NotificationCenter` where there is UIKit, AppKit or
/// WatchKit, and `SignalPublisher` elsewhere. A test or a preview makes one of its own:
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
    /// Starts to send `receiver` what happens, until the function that this returns is called.
    ///
    /// Called once for each store, while that store is being made. It may send something before it
    /// returns. From then on it may send from any thread, one action after the other.
    ///
    /// - Returns: what ends the subscription. It is called once, on any thread.
    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void
}
