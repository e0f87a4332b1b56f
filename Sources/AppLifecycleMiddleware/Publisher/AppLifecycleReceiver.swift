// SPDX-License-Identifier: MIT

/// Receives the actions of an ``AppLifecyclePublisher`` and reports when the store has processed
/// them.
public struct AppLifecycleReceiver: Sendable {
    /// Sends an action to the store, from any thread.
    ///
    /// Does nothing once the store is gone.
    ///
    /// As with every dispatch, the action may be processed before this returns, or later on another
    /// thread.
    public let send: @Sendable (AppLifecycleAction) -> Void

    /// Calls its argument once, when the store has processed all actions sent so far and all
    /// actions that they caused.
    ///
    /// For publishers whose process is about to be suspended or ended. The argument runs at once if
    /// no action is pending or the store is gone, otherwise on the processing thread. It is never
    /// called if the store never becomes idle.
    public let afterPending: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

    /// Makes a receiver for a test.
    ///
    /// The middleware makes the receivers for publishers.
    ///
    /// `afterPending` must do what ``afterPending`` promises. The default calls its argument at
    /// once, which is right if `send` processes the action before it returns.
    public init(
        send: @escaping @Sendable (AppLifecycleAction) -> Void,
        afterPending: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in body() }
    ) {
        self.send = send
        self.afterPending = afterPending
    }
}
