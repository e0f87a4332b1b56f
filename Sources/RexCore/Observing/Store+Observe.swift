// SPDX-License-Identifier: MIT

extension Store {
    /// Calls `observer` at once with the current state, then once with each later state, in order.
    ///
    /// The first call is made on this thread. The later calls are made where the store processes,
    /// after the reducer and before the `IO`s. States that arrive during the first call are passed
    /// on before the next action, or on this thread if the store is idle by then. The observer may
    /// read the store, dispatch, observe, and cancel itself and others.
    ///
    /// - Returns: The subscription. The observation ends when the subscription is cancelled or
    ///   released. It doesn't keep the store alive.
    /// - Complexity: O(1), also for cancelling. The next action after such a change takes O(*n*) in
    ///   the number of observers.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription {
        observe(making: { _ in observer }, onEnd: {})
    }

    /// The current state, then the state after each action, until the store ends.
    ///
    /// A task that is slower than the store skips states: only the newest is kept for it. Each read
    /// of this property creates a separate stream for one task. Cancelling the task ends the
    /// stream. A stream doesn't keep the store alive.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension Store: ObservableToEnd {
    @usableFromInline var isOnMainQueue: Bool { core.executor.isMainQueue }
    @usableFromInline var connection: (any StoreConnection)? { core }

    @usableFromInline func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        withExtendedLifetime(self) { core.observe(making: makeObserver, onEnd: onEnd) }
    }
}
