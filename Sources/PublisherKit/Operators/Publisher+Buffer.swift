// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// The way in which a buffer requests values.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// Requests as many as it holds, then one for each that it delivers.
        case keepFull
        /// Requests everything at once.
        case byRequest
    }

    /// The treatment of a value for which a buffer has no room.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops the value.
        case dropNewest
        /// Drops the oldest value of the buffer.
        case dropOldest
        /// Drops the value, and ends with the error.
        case customError(() -> Failure)
    }

    /// Keeps values until they are requested.
    public typealias Buffer<Upstream: Publisher> = PrefixWhile<Upstream>
}

@available(*, unavailable)
extension Publishers.BufferingStrategy: Sendable {}

extension Publisher {
    /// Keeps values that nobody requested yet, at most so many; the end comes behind them.
    ///
    /// - Precondition: The size is not negative.
    public func buffer(
        size: Int,
        prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        precondition(size >= 0, "buffer was called with a size of \(size): it can keep no fewer than 0 values.")
        let dropsOldest = if case .dropOldest = whenFull { true } else { false }
        return Publishers.Buffer(self) { upstream, subscriber in
            let downstream = DownstreamSubscription(subscriber, overflow: .buffer(size, dropsOldest: dropsOldest))
            let subscription = UpstreamSubscription(demand: prefetch == .byRequest ? .unlimited : .max(size))
            let inner = UpstreamSubscriber<Output, Failure>(subscription: subscription) { completion in
                downstream.send(completion: completion)
            } onValue: { value in
                var lost: [Output] = []
                downstream.add(value, losing: &lost)
                if case .customError(let makeError) = whenFull, !lost.isEmpty, subscription.finish() {
                    downstream.send(completion: .failure(makeError()))
                }
                downstream.deliver()
                return .none
            }
            downstream.open(
                DownstreamHandlers(
                    onCancel: subscription.cancel,
                    onDelivery: prefetch == .keepFull ? { _ in subscription.request(.max(1)) } : nil
                )
            )
            upstream.subscribe(inner)
        }
    }
}
#endif
