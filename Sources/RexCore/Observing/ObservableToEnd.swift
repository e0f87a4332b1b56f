// SPDX-License-Identifier: MIT

/// A state that notifies its observers also when there will be no more.
@usableFromInline protocol ObservableToEnd<StateType>: StateProvider, Sendable {
    /// True if the state changes on the main queue only.
    var isOnMainQueue: Bool { get }

    /// Observes with what `makeObserver` makes, once and on this thread.
    ///
    /// That may keep variables of its own, since it is never called by two threads at once. It is
    /// not called once `isCancelled` is true, and has to look itself after calling something else
    /// that may have cancelled it.
    func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription
}

extension AsyncStream where Element: Sendable {
    /// The states of `source`, the newest kept for a slow reader, until `source` ends or the reader
    /// stops.
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
