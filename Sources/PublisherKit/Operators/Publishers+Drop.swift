// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that drops the first values.
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of values to drop.
        public let count: Int

        /// Makes a publisher that drops the first `count` values.
        ///
        /// - Precondition: The number is 0 or more.
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "dropFirst was called with a count of \(count): the count must be 0 or more.")
            self.upstream = upstream
            self.count = count
        }

        /// Requests the values to drop at once.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            var left = count
            upstream.subscribe(
                UpstreamSubscriber<Output, Failure>(
                    to: subscriber,
                    subscription: UpstreamSubscription(demand: .max(count))
                ) { value in
                    guard left > 0 else { return subscriber.receive(value) }
                    left -= 1
                    return .none
                }
            )
        }
    }
}

extension Publishers.Drop: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Drops the first `count` values.
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}
#endif
