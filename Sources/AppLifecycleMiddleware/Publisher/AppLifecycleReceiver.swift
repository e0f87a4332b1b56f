// SPDX-License-Identifier: MIT

/// The receiver of what an ``AppLifecyclePublisher`` sends, which knows when all of it has been
/// processed.
public struct AppLifecycleReceiver: Sendable {
    private let take: @Sendable (AppLifecycleAction) -> Void
    private let whenIdle: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Makes a receiver for a test; those that publishers get are made by the middleware.
    ///
    /// `afterPending` does what ``afterPending(_:)`` promises. By default it calls at once, which
    /// is right for a `send` that is done when it returns.
    public init(
        send: @escaping @Sendable (AppLifecycleAction) -> Void,
        afterPending: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in body() }
    ) {
        take = send
        whenIdle = afterPending
    }

    /// Sends an action to the store, from any thread; once the store is gone, it does nothing.
    ///
    /// As with every dispatch it may be processed before this returns, or later on another thread.
    public func send(_ action: AppLifecycleAction) {
        take(action)
    }

    /// Calls `body` once, when the store has processed all that was sent, and all that this caused
    /// in turn.
    ///
    /// For a publisher whose process is about to be suspended or ended. `body` runs at once if
    /// nothing is waiting or the store is gone, else on the thread that processes. A store that
    /// never comes to rest never calls it.
    public func afterPending(_ body: @escaping @Sendable () -> Void) {
        whenIdle(body)
    }
}
