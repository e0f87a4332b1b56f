// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// How a buffer requests values.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// Requests as many values as fit into the buffer, then one for each value that it
        /// delivers.
        case keepFull
        /// Requests unlimited values at once.
        case byRequest
    }

    /// What a full buffer does with another value.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops the value.
        case dropNewest
        /// Drops the oldest value of the buffer.
        case dropOldest
        /// Drops the value and fails with the error.
        case customError(() -> Failure)
    }

    /// A publisher that keeps values until they are requested.
    public typealias Buffer<Upstream: Publisher> = PrefixWhile<Upstream>
}

@available(*, unavailable)
extension Publishers.BufferingStrategy: Sendable {}

extension Publisher {
    /// Keeps at most `size` values until they are requested.
    ///
    /// The completion follows them.
    ///
    /// - Precondition: The size is 0 or more.
    public func buffer(
        size: Int,
        prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        precondition(size >= 0, "buffer was called with a size of \(size): the size must be 0 or more.")
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
