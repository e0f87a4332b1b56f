// SPDX-License-Identifier: MIT

/// A state that also notifies its observers of its end.
@usableFromInline protocol ObservableToEnd<StateType>: StateProvider, Sendable {
    /// Whether the state changes on the main queue only.
    var isOnMainQueue: Bool { get }
    /// The loop that processes the actions, or nil if another object does.
    var connection: (any StoreConnection)? { get }

    /// Adds the observer that `makeObserver` returns. Calls `makeObserver` once, on this thread.
    ///
    /// The observer may use local variables, since no two threads call it at the same time. It
    /// isn't called once `isCancelled` is true. It has to check `isCancelled` itself after it has
    /// called code that may cancel it.
    func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription
}

extension AsyncStream where Element: Sendable {
    /// Creates a stream of the states of `source` until that ends or the reader stops.
    ///
    /// A slow reader gets the newest state.
    @_alwaysEmitIntoClient init(observing source: some ObservableToEnd<Element>) {
        self.init(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscription = source.observe(
                making: { _ in { continuation.yield($0) } },
                onEnd: { continuation.finish() }
            )
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}
