// SPDX-License-Identifier: MIT

/// A state that tells its observers also when there will be no more.
protocol ObservableToEnd<StateType>: StateProvider, Sendable {
    func observe(
        _ onState: @escaping @Sendable (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> Subscription
}

extension AsyncStream where Element: Sendable {
    /// The states of `source`, the newest kept for a slow reader, until `source` ends or the reader stops.
    init(observing source: some ObservableToEnd<Element>) {
        self.init(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscription = source.observe {
                continuation.yield($0)
            } onEnd: {
                continuation.finish()
            }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}
